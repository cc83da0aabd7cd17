// Clocks: the server says how many seconds are left as it paints; this counts them down until it
// paints again. What happens at the end is the server's business alone.
import { speak } from "./voice.js";

const TICK = 100; // ms
const LAST = 10; // from here on the seconds are shown in figures, and said once
const still = matchMedia("(prefers-reduced-motion: reduce)");

let clocks = [];
let timer = 0;
let saidOf = ""; // the turn of which it was said that little time is left

// After every painting: begin again from what the server says.
export function settleClocks(live) {
  clocks = [...live.querySelectorAll("[data-left]")].map((box) => ({
    box,
    end: performance.now() + 1000 * Number(box.dataset.left),
    grace: Number(box.dataset.grace ?? 0),
    bar: box.querySelector(".clock-bar"),
    figure: box.querySelector("[data-figure]"),
  }));
  clearInterval(timer);
  if (!clocks.length) return;
  timer = setInterval(tick, TICK);
  tick();
}

function tick() {
  for (const clock of clocks) show(clock, (clock.end - performance.now()) / 1000);
}

function show({ box, bar, figure, grace }, left) {
  const isLate = left <= 0 && grace > 0;
  const seconds = Math.max(Math.ceil(isLate ? left + grace : left), 0);
  box.toggleAttribute("data-late", isLate);
  if (bar) bar.value = Math.max(left, 0);
  if (figure) {
    const text = !grace || seconds <= LAST || still.matches ? String(seconds) : "";
    if (figure.textContent !== text) figure.textContent = text;
  }
  if ("own" in box.dataset && left <= LAST) sayOnce(box.dataset.own);
}

function sayOnce(turn) {
  if (turn === saidOf) return;
  saidOf = turn;
  speak(document.getElementById("voice").dataset.soon);
}
