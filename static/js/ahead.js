// A card or bid chosen before the turn shows it at once; pressed again it is given back. Until the
// server has heard the last word no painting of an earlier one takes the marks back.
const wishes = new Map(); // what was pressed last, by the id of its form, until it is answered
const painted = new Map(); // what the server knows to be chosen, by the id of the form
const FORMS = ["hand-form", "bid-ahead"];

const formOf = (id) => document.getElementById(id);
const momentOf = ({ elements: { deal, held } }) => `${deal.value} ${held?.value}`;
const choices = (form) => [...form.querySelectorAll("button[aria-pressed]")];
const chosen = (form) => choices(form).find((each) => each.getAttribute("aria-pressed") === "true");

export function choose(button) {
  const { form, name, value } = button;
  const want = chosen(form) === button ? "" : value;
  // What can't be sent now is kept elsewhere, and shown when it has been sent.
  if (!document.body.classList.contains("is-lost")) {
    wishes.set(form.id, { moment: momentOf(form), name, value, want });
  }
  show(form, want);
}

function show(form, value) {
  for (const each of choices(form)) {
    const is = each.value === value;
    if (each.matches(".card")) each.classList.toggle("ahead", is);
    each.setAttribute("aria-pressed", String(is));
    setTimeout(() => (each.name = is ? "drop" : form.id === "bid-ahead" ? "bid" : "card")); // once this press has been sent
  }
}

// After every painting.
export function settleAhead() {
  for (const id of FORMS) {
    const [form, wish] = [formOf(id), wishes.get(id)];
    if (form) painted.set(id, chosen(form)?.value ?? "");
    if (!wish) continue;
    if (form && momentOf(form) === wish.moment) show(form, wish.want);
    else wishes.delete(id);
  }
}

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  const form = ctx.sourceElement;
  const wish = wishes.get(form?.id);
  if (!wish || ctx.request.body?.get?.(wish.name) !== wish.value) return;
  wishes.delete(form.id);
  const isHeard = ctx.response && ctx.response.status < 400;
  if (!isHeard && form.isConnected) show(form, painted.get(form.id));
});
