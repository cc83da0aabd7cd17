// The bid panel: minus and plus, number keys and arrows over a group of radio buttons, which
// work by themselves where there is no script. A barred number is disabled and skipped.

import { choose as chooseAhead } from "./ahead.js";

let digits = { text: "", at: 0 };

const panel = (live) => live.querySelector("#bid");
const choices = (form) => [...form.querySelectorAll("input[name=bid]")];
const chosen = (form) => form.querySelector("input[name=bid]:checked");

export function watchBid(live) {
  live.addEventListener("click", (event) => {
    const button = event.target.closest("#bid [data-step]");
    if (button) step(panel(live), Number(button.dataset.step));
    const ahead = event.target.closest("#bid-ahead button");
    if (ahead) chooseAhead(ahead);
  });
  live.addEventListener("change", (event) => {
    if (event.target.matches("#bid input[name=bid]")) settleBid(live);
  });
}

export function settleBid(live) {
  const form = panel(live);
  if (form) form.querySelector("#bid-number").textContent = chosen(form)?.value ?? "?";
}

// Returns whether the key was for the panel.
export function bidKey(live, event) {
  const form = panel(live);
  if (!form) return false;
  if (/^[0-9]$/.test(event.key)) return type(form, event.key);
  const by = { ArrowUp: 1, ArrowDown: -1, "+": 1, "-": -1 }[event.key];
  if (by && !event.target.matches("input[name=bid]")) return step(form, by);
  if (event.key === "Enter" && !event.target.matches("button, a")) {
    form.requestSubmit(form.querySelector(".go"));
    return true;
  }
  return false;
}

function choose(form, value) {
  const input = choices(form).find((each) => Number(each.value) === value && !each.disabled);
  if (!input) return false;
  input.checked = true;
  form.querySelector("#bid-number").textContent = input.value;
  return true;
}

function step(form, by) {
  const last = choices(form).length - 1;
  let value = Number(chosen(form)?.value ?? -1) + by;
  while (value >= 0 && value <= last && !choose(form, value)) value += by;
  return true;
}

// "1" chooses 1; a "2" right after it chooses 12, where there is a 12.
function type(form, digit) {
  const now = performance.now();
  const text = now - digits.at < 900 ? digits.text + digit : digit;
  const used = choose(form, Number(text)) ? text : choose(form, Number(digit)) ? digit : "";
  digits = { text: used, at: now };
  return true;
}
