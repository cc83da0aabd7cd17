// A first game's hints: one at a time, at its moment, gone for good when it is closed or when the
// player has gone on without it. Which were seen is kept in a cookie; the server leaves them out.
import { isInTheWay, place } from "./place.js";
import { speak } from "./voice.js";

const YEAR = 31_536_000; // seconds

const FITS = {
  trump: (game) => game.dataset.phase === "bid" && !game.querySelector("#bid"),
  bid: (game) => Boolean(game.querySelector("#bid")),
  play: (game) => Boolean(game.querySelector(".hand[data-open]")),
  taken: (game) => game.dataset.phase === "play" && Boolean(game.querySelector(".mat[data-complete]")),
  over: (game) => Boolean(game.querySelector("#deal-end")),
};

const box = document.getElementById("tour");
const hints = () => [...box.querySelectorAll("[data-hint]")];
const openHint = () => hints().find((hint) => !hint.hidden);
const seen = new Set(document.cookie.match(/(?:^|; )tour=([a-z.]*)/)?.[1].split(".").filter(Boolean));

export function watchTour(live) {
  if (!box) return;
  box.addEventListener("click", ({ target }) => {
    const pressed = target.closest("[data-tour]")?.dataset.tour;
    if (pressed === "done") remember("done");
    if (pressed) close(live);
  });
  const watched = new ResizeObserver(() => settlePlace(live)); // another window, a chat, another hint
  for (const each of [live, box]) watched.observe(each);
}

// After every painting: the open hint goes when its moment has; another comes with its own.
export async function settleTour(live) {
  if (!box) return;
  const open = openHint();
  if (open && !fits(open, live)) close(live);
  await rest(live);
  if (!box.hidden && isInTheWay(box, gameIn(live), openHint().dataset.hint)) settlePlace(live);
  if (!box.hidden || seen.has("done")) return;
  const next = hints().find((hint) => !seen.has(hint.dataset.hint) && fits(hint, live));
  if (!next) return;
  next.hidden = box.hidden = false;
  place(box, gameIn(live), next.dataset.hint);
  speak(next.textContent);
}

const gameIn = (live) => live.querySelector("#game");
const fits = (hint, live) => FITS[hint.dataset.hint](gameIn(live));

// A hint comes once the table has come to rest: no plate is on its way, no sheet is yet to be seen.
async function rest(live) {
  for (let moves = movesIn(live); moves.length; moves = movesIn(live)) {
    await Promise.allSettled(moves.map((each) => each.finished));
  }
}

const movesIn = (live) =>
  live
    .getAnimations({ subtree: true })
    .filter((each) => each.playState === "running" && Number.isFinite(each.effect.getComputedTiming().endTime));

// In another window plates go to other places first.
async function settlePlace(live) {
  await rest(live);
  if (!box.hidden) place(box, gameIn(live), openHint().dataset.hint);
}

function close(live) {
  for (const hint of hints().filter((each) => !each.hidden)) {
    hint.hidden = true;
    remember(hint.dataset.hint);
  }
  const hadFocus = box.contains(document.activeElement);
  box.hidden = true;
  if (hadFocus) live.querySelector("#bid .go, .hand .card, [data-go]")?.focus({ preventScroll: true });
}

function remember(key) {
  seen.add(key);
  if (Object.keys(FITS).every((each) => seen.has(each))) seen.add("done");
  document.cookie = `tour=${[...seen].join(".")}; path=/; max-age=${YEAR}; samesite=lax`;
}
