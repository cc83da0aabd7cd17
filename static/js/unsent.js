// A press that the connection lost is never lost without a word: that is said at once, and it is
// pressed again by itself when the table is back, if that is still the same moment. The server
// refuses whatever it has done already, so nothing is done twice.

import { say } from "./notice.js";

let last = null; // the press that was sent last
let kept = null; // one that didn't get through

const isLost = () => document.body.classList.contains("is-lost");

// What a form answers: the same form of a later moment is another one.
function momentOf({ action, elements: { deal, turn, held } }) {
  return [action, deal?.value, held ? `held ${held.value}` : turn?.value].join(" ");
}

function pressOf(form, button) {
  const bid = form.elements.bid instanceof RadioNodeList ? form.elements.bid.value : null;
  return { moment: momentOf(form), name: button?.name, value: button?.value, bid, again: false };
}

export function watchUnsent(live) {
  document.addEventListener(
    "submit",
    (event) => {
      if (!live.contains(event.target)) return;
      last = pressOf(event.target, event.submitter);
      if (!isLost()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      keep(last);
    },
    true,
  );
  document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
    if (ctx && !ctx.response && last) keep(last);
  });
  document.addEventListener("htmx:after:request", () => (last = null));
}

function keep(press) {
  kept = press;
  const line = document.getElementById("lost");
  line.textContent = line.dataset.kept;
}

// After every painting: press again what was kept, once; or say that it wasn't done.
export function settleUnsent(live) {
  if (!kept || isLost()) return;
  const press = kept;
  kept = null;
  const form = [...live.querySelectorAll("form")].find((each) => momentOf(each) === press.moment);
  const button = form && [...form.querySelectorAll("button:not([type=button])")].find((each) => fits(each, press));
  if (!button || press.again) return say(live, live.dataset.undone);
  if (press.bid !== null) form.elements.bid.value = press.bid;
  form.requestSubmit(button);
  if (last) last.again = true;
}

const fits = (button, { name, value }) => button.name === (name ?? "") && button.value === (value ?? "");
