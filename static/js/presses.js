// One press does one thing. A double tap, or a key that is held, begins at one control and goes on
// at whatever a new painting has put in its place: what comes so soon after a press, without
// being meant for what is there now, counts for nothing.
const SOON = 400; // ms within which a second press is still part of the first
const NEAR = 24; // px a finger wanders between two taps at one spot
const CONTROL = "button, a, label, summary, input, select";

let pressed = null; // by finger or mouse: when, where and what
let keyed = null; // by Enter or Space: when, and what had the focus

document.addEventListener("click", tapped, true);
document.addEventListener("keydown", keyDown, true);
document.addEventListener("keyup", keyUp, true);

// What a press would do. A card that may be played is another thing after every change of the
// table; one that is chosen ahead may be given back at once.
function meaningOf(element) {
  const it = element.control ?? element;
  const words = [it.form?.action, it.id, it.value ?? it.href, it.dataset.step, it.getAttribute("aria-label")];
  const hand = it.closest(".hand");
  if (hand) words.push(hand.id, "open" in hand.dataset && it.closest("#game").dataset.version);
  return words.join(" ");
}

function tapped(event) {
  const control = event.target.closest?.(CONTROL);
  const isKey = event.detail === 0;
  if (!control || isKey || !event.isTrusted) return;
  const [at, x, y] = [event.timeStamp, event.clientX, event.clientY];
  const what = meaningOf(control.closest("label") ?? control);
  const isSecond = pressed && at - pressed.at < SOON && Math.hypot(x - pressed.x, y - pressed.y) < NEAR;
  if (isSecond && what !== pressed.what) {
    pressed.at = at; // a third one is no better
    drop(event);
  } else pressed = { at, x, y, what };
}

function keyDown(event) {
  const at = document.activeElement;
  if (event.key !== "Enter" && event.key !== " ") keyed = null; // whoever moves on means what is there
  else if (at && !writes(at)) press(event, at);
}

function press(event, at) {
  if (event.repeat) {
    if (event.key === "Enter" || at.matches(CONTROL)) drop(event);
    return;
  }
  const what = meaningOf(at);
  if (keyed && event.timeStamp - keyed.at < SOON && what !== keyed.what) {
    keyed.at = event.timeStamp;
    drop(event);
  } else keyed = { at: event.timeStamp, what };
}

// Space presses when it is let go, and must not press what has got the focus meanwhile.
function keyUp(event) {
  const at = document.activeElement;
  if (event.key !== " " || !at?.matches(CONTROL) || writes(at)) return;
  if (keyed?.what === meaningOf(at)) keyed.at = event.timeStamp;
  else drop(event);
}

const writes = (at) => at.matches("textarea, input:not([type=radio], [type=checkbox])");

function drop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}
