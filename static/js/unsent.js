// A press that the connection lost is never lost without a word: that is said at once, and it is
// pressed again by itself when the table is back, if that is still the same moment. The server
// refuses whatever it has done already, so nothing is done twice.

import { say } from "./notice.js";

let last = null; // the press that was made last
const presses = new WeakMap(); // by the request that carries it
const kept = new Map(); // those that didn't get through, by the moment they answer

const isLost = () => document.body.classList.contains("is-lost");

// What a form answers: the same form of a later moment is another one.
function momentOf({ action, elements: { deal, turn, held } }) {
  return [action, deal?.value, held ? `held ${held.value}` : turn?.value].join(" ");
}

function pressOf(form, button) {
  const bid = form.elements.bid instanceof RadioNodeList ? form.elements.bid.value : null;
  return { form, moment: momentOf(form), name: button?.name, value: button?.value, bid, again: false };
}

export function watchUnsent(live) {
  const isOurs = (form) => live.contains(form) || form.matches("#menu [hx-post]");
  document.addEventListener(
    "submit",
    (event) => {
      if (!isOurs(event.target)) return;
      last = pressOf(event.target, event.submitter);
      kept.delete(last.moment); // the last word counts
      if (!isLost()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const { closes } = event.target.dataset;
      if (closes) document.getElementById(closes).close(); // it would hide what is said
      keep(last);
    },
    true,
  );
  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    if (last && ctx.sourceElement === last.form) presses.set(ctx, last);
  });
  document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
    const press = ctx && !ctx.response && presses.get(ctx);
    if (!press) return;
    const isOutdone = press !== last && press.moment === last.moment;
    if (!isOutdone) keep(press);
  });
}

function keep(press) {
  kept.set(press.moment, press);
  const line = document.getElementById("lost");
  line.textContent = line.dataset.kept;
}

// After every painting: press again what was kept, once; or say that it wasn't done.
export function settleUnsent(live) {
  if (isLost()) return;
  const again = [...kept.values()];
  kept.clear();
  for (const press of again) pressAgain(live, press);
}

function pressAgain(live, press) {
  const forms = [...document.querySelectorAll("#main form, #menu form")];
  const form = forms.find((each) => momentOf(each) === press.moment);
  const button = form && [...form.querySelectorAll("button:not([type=button])")].find((each) => fits(each, press));
  if (!button || press.again) return say(live, live.dataset.undone);
  if (press.bid !== null) form.elements.bid.value = press.bid;
  form.requestSubmit(button);
  if (last) last.again = true;
}

const fits = (button, { name, value }) => button.name === (name ?? "") && button.value === (value ?? "");
