// What whoever can't see the table hears: what has happened since the last painting, each thing
// once and in order, and then what is asked. The server puts it into sentences with numbers.

const KEPT = 60; // lines that can be read again

const log = document.getElementById("voice");
let last = -1; // the number of the latest thing that was said
let asked = "";

// While a dialog is open all else is inert, the log too, and is heard by nobody: then the dialog's
// own log says it, and the other keeps it without a word.
export function speak(text) {
  if (log) add(log, text); // a room has none
  const open = [...document.querySelectorAll("dialog:modal [data-voice]")].at(-1);
  if (open) add(open, text);
}

function add(to, text) {
  const line = document.createElement("p");
  line.textContent = text;
  to.append(line);
  while (to.childElementCount > KEPT) to.firstElementChild.remove();
}

document.addEventListener(
  "close",
  ({ target }) => target.querySelector("[data-voice]")?.replaceChildren(), // nothing is told again
  true, // it doesn't bubble
);

// After every painting. Whoever comes while seats bid hears the bids; later only what is asked.
export function settleVoice(live) {
  const events = live.querySelector("#events");
  const all = [...events.children];
  if (last < 0 && !live.querySelector("[data-phase=bid]")) last = numberOf(all.at(-1));
  const fresh = all.filter((event) => numberOf(event) > last);
  for (const event of fresh) speak(event.textContent);
  if (fresh.length) last = numberOf(fresh.at(-1));
  const now = events.dataset.asked;
  if (now && (fresh.length || now !== asked)) speak(now);
  asked = now;
}

const numberOf = (event) => Number(event.dataset.number);
