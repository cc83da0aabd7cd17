// A notice takes the place of the status line, long enough to be read, whatever is painted meanwhile.
import { speak } from "./voice.js";

const SHOWN = 2500; // ms

let said = ""; // what is shown now
let under = ""; // the status that comes back after it
let timer = 0;

const line = (live) => live.querySelector("#status");

export function say(live, text) {
  if (!said) under = line(live).innerHTML;
  said = text;
  speak(text);
  show(live);
  clearTimeout(timer);
  timer = setTimeout(() => end(live), SHOWN);
}

// After every painting: what was said just now is still there.
export function settleNotice(live) {
  if (!said) return;
  under = line(live).innerHTML;
  show(live);
}

function show(live) {
  const notice = document.createElement("span");
  notice.className = "notice here";
  notice.textContent = said;
  line(live).replaceChildren(notice);
}

function end(live) {
  said = "";
  if (line(live).querySelector(".here")) line(live).innerHTML = under;
}
