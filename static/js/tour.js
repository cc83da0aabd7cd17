// A first game's hints: one at a time, at its moment, gone for good when it is closed or when the
// player has gone on without it. Which were seen is kept in a cookie; the server leaves them out.
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
const seen = new Set(document.cookie.match(/(?:^|; )tour=([a-z.]*)/)?.[1].split(".").filter(Boolean));

export function watchTour(live) {
  box?.addEventListener("click", ({ target }) => {
    const pressed = target.closest("[data-tour]")?.dataset.tour;
    if (pressed === "done") remember("done");
    if (pressed) close(live);
  });
}

// After every painting: the open hint goes when its moment has; another comes with its own.
export function settleTour(live) {
  if (!box) return;
  const game = live.querySelector("#game");
  const open = hints().find((hint) => !hint.hidden);
  if (open && !FITS[open.dataset.hint](game)) close(live);
  if (!box.hidden || seen.has("done")) return;
  const next = hints().find((hint) => !seen.has(hint.dataset.hint) && FITS[hint.dataset.hint](game));
  if (!next) return;
  next.hidden = box.hidden = false;
  speak(next.textContent);
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
