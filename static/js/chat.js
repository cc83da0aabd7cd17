// The chat beside a table: opening and closing it, what came meanwhile, and keeping what was typed.
// The server says what was said; frames of the socket put it into #chat-log.
import { speak } from "./voice.js";

const panel = document.getElementById("chat");
const log = document.getElementById("chat-log");
const box = document.getElementById("chat-text");
const heard = document.getElementById("chat-heard");
const menu = document.getElementById("person");
const isInline = panel.classList.contains("inline");
const body = document.body;
const usesFingers = matchMedia("(pointer: coarse)");

let last = newest(); // the newest message that was seen to come
let unread = 0;
let sent = ""; // what the box held when it was sent

// --- opening and closing ------------------------------------------------------------------

const isOpen = () => isInline || panel.classList.contains("is-open");

function open() {
  if (isOpen()) return close();
  panel.classList.add("is-open");
  panel.showPopover?.();
  body.classList.add("has-chat");
  count(0);
  toEnd();
  // A box with the focus brings up the keys of a phone, which cover the table.
  (box && !usesFingers.matches ? box : document.getElementById("chat-title")).focus();
}

function close() {
  const had = panel.contains(document.activeElement);
  panel.hidePopover?.();
  panel.classList.remove("is-open");
  body.classList.remove("has-chat");
  if (had) document.querySelector("[data-chat-open]")?.focus();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-chat-open]")) {
    event.preventDefault();
    open();
  } else if (event.target.closest("[data-chat-close]")) close();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !isInline && isOpen() && !document.querySelector("dialog[open]")) {
    close();
  } else if (event.key === " " && event.target.closest?.("[data-chat-open]")) {
    event.preventDefault(); // it says that it is a button
    open();
  }
});
// Keys pressed here are for the chat, not for the table.
panel.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") event.stopPropagation();
});

// --- what was said ------------------------------------------------------------------------

function newest() {
  return Number(log.lastElementChild?.dataset.pk ?? 0);
}

// Who reads further up stays there; else the last line stays in sight, whatever grows.
let isAtEnd = true;
const toEnd = () => (log.scrollTop = log.scrollHeight);
log.addEventListener("scroll", () => {
  isAtEnd = log.scrollHeight - log.clientHeight - log.scrollTop < 40;
});
new ResizeObserver(() => isAtEnd && toEnd()).observe(log);

function count(number) {
  unread = number;
  body.classList.toggle("has-unread", number > 0);
  body.style.setProperty("--unread", number);
}

document.addEventListener("htmx:ws:after:message:incoming", (event) => {
  if (!event.detail.message.data.startsWith("{")) return;
  const fresh = [...log.children].filter((line) => Number(line.dataset.pk) > last);
  const theirs = fresh.filter((line) => !line.classList.contains("own"));
  last = Math.max(last, newest());
  if (!isOpen()) count(unread + theirs.length);
  if (theirs.length) tell(theirs.slice(-3));
  if (isAtEnd || theirs.length < fresh.length) toEnd();
});

function tell(lines) {
  const part = (line, name) => line.querySelector(name).textContent;
  const said = lines.map((line) => `${part(line, ".by")}: ${part(line, ".words")}`).join(" ");
  if (document.querySelector("dialog:modal")) speak(said); // all else is inert then
  else heard.textContent = said;
}

// --- saying something ---------------------------------------------------------------------

const formOf = (event) => event.detail.ctx.sourceElement.closest("[data-notice]");

function note(form, ...said) {
  document.getElementById(form.dataset.notice).replaceChildren(...said);
}

document.addEventListener("htmx:before:request", (event) => {
  if (formOf(event)?.matches(".say")) sent = box.value;
});
document.addEventListener("htmx:after:request", (event) => {
  const [form, { response, text }] = [formOf(event), event.detail.ctx];
  if (!form) return;
  if (response.status >= 400) {
    const answer = new DOMParser().parseFromString(text, "text/html");
    note(form, ...answer.querySelectorAll(".notice"));
  } else {
    note(form);
    if (form.matches(".say") && box.value === sent) box.value = "";
  }
});
document.addEventListener("htmx:error", (event) => {
  const form = formOf(event);
  if (!form?.dataset.lost) return;
  const said = document.createElement("span");
  said.className = "notice";
  said.textContent = form.dataset.lost;
  note(form, said);
});

// --- the menu about a person --------------------------------------------------------------

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-person]")) {
    document.getElementById("person-box").replaceChildren();
    if (!menu.open) menu.showModal();
  } else if (event.target.closest("[data-person-close]") || event.target === menu) menu.close();
});
