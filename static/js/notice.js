// A notice takes the place of the status line, long enough to be read, whatever is painted meanwhile.
import { speak } from "./voice.js";

const SHOWN = 2500; // ms

let said = ""; // what is shown now
let under = ""; // the status that comes back after it
let timer = 0;

const line = (live) => live.querySelector("#status");

export function say(live, text) {
  speak(text);
  keep(live, text);
}

// What the server refused is in the line already, and is told by its role.
export function watchRefusals(live) {
  document.addEventListener("htmx:after:swap", () => {
    const refused = line(live).querySelector("[role=alert]");
    if (refused) keep(live, refused.textContent);
  });
}

function keep(live, text) {
  said = text;
  clearTimeout(timer);
  timer = setTimeout(() => end(live), SHOWN);
  if (!line(live).querySelector("[role=alert]")) show(live);
}

// After every painting: what was said just now is still there.
export function settleNotice(live) {
  under = line(live).innerHTML;
  if (said) show(live);
}

function show(live) {
  const notice = document.createElement("span");
  notice.className = "notice here";
  notice.textContent = said;
  line(live).replaceChildren(notice);
}

function end(live) {
  said = "";
  if (line(live).querySelector(".here, [role=alert]")) line(live).innerHTML = under;
}
