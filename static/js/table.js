// The live table in the browser. The server paints and decides; this wires up what only a
// browser can do: presses that answer at once, keys, dialogs and sounds.
import "./connection.js";
import "./presses.js";
import { settleAhead } from "./ahead.js";
import { watchHand, settleHand } from "./hand.js";
import { watchBid, bidKey, settleBid } from "./bid.js";
import { settleClocks } from "./clock.js";
import { usesKeys } from "./keys.js";
import { settleNotice, watchRefusals } from "./notice.js";
import { hear, setSound } from "./sound.js";
import { settleTour, watchTour } from "./tour.js";
import { settleUnsent, watchUnsent } from "./unsent.js";
import { settleVoice } from "./voice.js";

const live = document.getElementById("main");

// --- painting: htmx has put a new state in; make the page agree with it -------------------

function painted() {
  if (!live.querySelector("section.sheet")) live.classList.remove("hurry");
  settleHand(live);
  settleBid(live);
  settleAhead();
  settlePace();
  settleClocks(live);
  hear(live);
  settleVoice(live);
  settleNotice(live);
  settleUnsent(live);
  settleTour(live);
  keepFocus();
}

// Whoever plays by keyboard never has to look for the next thing to press. A sheet over the
// table takes the focus from whatever lies under it. While there is nothing to press the focus
// waits at the player's seat, where no key does anything by accident.
function keepFocus() {
  if (document.querySelector("dialog[open]")) return;
  const at = document.activeElement;
  if (at?.closest("#chat")) return; // whoever writes goes on writing
  const sheet = live.querySelector("section.sheet");
  if (sheet ? sheet.contains(at) : !waits(at)) return;
  const next = sheet?.querySelector("[data-go]") ?? live.querySelector("#bid input:checked");
  focus(next ?? live.querySelector(".hand .card.up, .hand[data-open] .card"));
  for (const place of ["tray", "game"]) {
    if (isNowhere(document.activeElement)) focus(document.getElementById(place));
  }
}

// What lies under a sheet has the focus until the next frame only.
const isNowhere = (at) => !at || at === document.body || Boolean(at.closest("[inert]"));
const waits = (at) => isNowhere(at) || at.id === "tray" || at.id === "game";
// A ring around what was reached by mouse or finger would only puzzle.
const focus = (it) => it?.focus({ preventScroll: true, focusVisible: usesKeys() });

// What comes as JSON is for another part of the page.
document.addEventListener("htmx:ws:after:message:incoming", (event) => {
  if (!event.detail.message.data.startsWith("{")) painted();
});
// The end of a deal shows itself only when its last trick has gone.
live.addEventListener("animationend", (event) => {
  if (event.target.matches("section.sheet")) keepFocus();
});

// Whoever presses while the last trick still lies has seen enough of it.
live.addEventListener("pointerdown", () => {
  if (live.querySelector("section.sheet[data-after-trick]")) live.classList.add("hurry");
});

// A press that didn't get through, or was refused, is given back: the same state, ready to be pressed.
function giveBack({ detail: { ctx } }) {
  settleHand(live);
  settlePace();
  if (ctx?.sourceElement?.dataset.opens === "score-sheet") missSheet();
}
document.addEventListener("htmx:error", giveBack);
document.addEventListener("htmx:response:error", giveBack);

function missSheet() {
  const box = document.getElementById("score-box");
  const said = document.createElement("p");
  said.textContent = box.dataset.missed;
  said.setAttribute("role", "alert");
  box.replaceChildren(said);
}

// --- dialogs: older browsers don't know command buttons -----------------------------------

const knowsCommands = "commandForElement" in HTMLButtonElement.prototype;

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[commandfor]");
  if (button && !knowsCommands) {
    const dialog = document.getElementById(button.getAttribute("commandfor"));
    button.getAttribute("command") === "close" ? dialog.close() : dialog.showModal();
  }
  const opener = event.target.closest("[data-opens]");
  if (opener) document.getElementById(opener.dataset.opens).showModal();
  if (event.target.matches("dialog")) event.target.close(); // a press beside it
});
document.addEventListener(
  "close",
  (event) => {
    for (const open of event.target.querySelectorAll("details[open]")) open.open = false;
    keepFocus();
  },
  true, // it doesn't bubble
);
// The score sheet opens at its end, where the last deal is.
document.addEventListener("htmx:after:swap", () => {
  const box = document.getElementById("score-box");
  if (box.closest("dialog").open) box.scrollTop = box.scrollHeight;
});
document.addEventListener("submit", (event) => {
  const closes = event.target.dataset.closes;
  if (closes) document.getElementById(closes).close();
  if (event.target.matches(".pace")) markPace(event.target, event.submitter);
});

function markPace(form, chosen) {
  for (const button of form.querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button === chosen));
  }
}

// The menu isn't painted; the table knows its pace.
function settlePace() {
  const form = document.querySelector("form.pace");
  const { pace } = document.getElementById("game").dataset;
  if (form) markPace(form, form.querySelector(`button[value="${pace}"]`));
}

// --- keys ---------------------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (document.querySelector("dialog[open]")) return;
  if (bidKey(live, event)) event.preventDefault();
  else if (event.key === "Enter" && waits(document.activeElement) && !event.repeat) {
    event.preventDefault(); // or the same press would press what is focused now
    goOn();
  }
});

// An end of a deal that can't be seen yet is shown first.
function goOn() {
  const go = live.querySelector("[data-go]");
  if (go?.checkVisibility({ visibilityProperty: true })) return go.click();
  if (go) live.classList.add("hurry");
  keepFocus();
}

// --- sound --------------------------------------------------------------------------------

const soundSwitch = document.querySelector("[data-sound-switch]");
soundSwitch?.addEventListener("click", () => {
  const on = soundSwitch.getAttribute("aria-pressed") !== "true";
  soundSwitch.setAttribute("aria-pressed", String(on));
  document.cookie = `sound=${on ? "on" : "off"}; path=/; max-age=31536000; samesite=lax`;
  setSound(on);
});

setSound(live.dataset.sound === "on");
watchHand(live);
watchBid(live);
watchUnsent(live);
watchRefusals(live);
watchTour(live);
painted();
