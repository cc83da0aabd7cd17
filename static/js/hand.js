// The hand: pressing, dragging and sorting cards. Which card may be played is the server's
// word: it marks cards, opens the hand on your turn and says why a card can't be played.

import { choose } from "./ahead.js";
import { say } from "./notice.js";

const DRAG = 8; // px a finger may tremble before a press becomes a drag
let order = []; // codes as the player has laid them; empty for the server's order
let orderOf = ""; // the deal that order belongs to
let sent = ""; // the state a card was sent from, so that it can't be sent twice
let drag = null;

const hand = (live) => live.querySelector(".hand");
const cardOf = (event) => event.target.closest?.(".hand .card");
const moment = (live) => live.querySelector("#hand-form [name=turn]")?.value + ":" + hand(live)?.id;

export function watchHand(live) {
  live.addEventListener("click", (event) => press(live, event), true);
  live.addEventListener("pointerdown", (event) => begin(live, event));
  live.addEventListener("pointermove", (event) => move(live, event));
  live.addEventListener("pointerup", (event) => drop(live, event));
  live.addEventListener("pointercancel", () => end(live));
  live.addEventListener("keydown", (event) => step(live, event));
  live.addEventListener("click", (event) => {
    if (event.target.closest("[data-sort]")) sortAgain(live);
  });
}

// After every painting: the player's own order, a fresh hand to press, the lone card.
export function settleHand(live) {
  sent = "";
  const cards = hand(live);
  if (!cards) return;
  if (cards.id !== orderOf) [order, orderOf] = [[], cards.id];
  lay(cards);
  const legal = cards.querySelectorAll(".card:not(.no)");
  if (live.dataset.lone === "on" && "open" in cards.dataset && legal.length === 1) {
    const now = moment(live);
    setTimeout(() => moment(live) === now && !sent && send(live, legal[0]), 350);
  }
}

function press(live, event) {
  const card = cardOf(event);
  if (!card) return;
  if (card.dataset.dragged) {
    delete card.dataset.dragged;
    event.preventDefault();
  } else if ("ahead" in hand(live).dataset && !card.classList.contains("later")) {
    choose(card);
  } else if (!("open" in hand(live).dataset) || card.classList.contains("no")) {
    event.preventDefault();
    refuse(live, card);
  } else if (sent === moment(live)) {
    event.preventDefault();
  } else if (live.dataset.confirm === "on" && !card.classList.contains("ready")) {
    event.preventDefault();
    live.querySelectorAll(".card.ready").forEach((other) => other.classList.remove("ready"));
    card.classList.add("ready");
  } else {
    sent = moment(live);
    card.classList.add("played-now");
  }
}

function refuse(live, card) {
  card.classList.remove("shake");
  void card.offsetWidth; // lets the same card shake again
  card.classList.add("shake");
  say(live, hand(live).dataset.why);
}

function send(live, card) {
  card.classList.add("ready");
  card.click();
}

// --- dragging: up onto the table plays, sideways lays the card elsewhere ------------------

function begin(live, event) {
  const card = cardOf(event);
  if (card && event.isPrimary && event.button === 0) {
    drag = { card, x: event.clientX, y: event.clientY, moving: false };
  }
}

function move(live, event) {
  if (!drag || !event.isPrimary) return;
  const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.moving && Math.hypot(dx, dy) < DRAG) return;
  if (!drag.moving) drag.card.setPointerCapture(event.pointerId);
  drag.moving = true;
  drag.card.classList.add("dragging");
  drag.card.style.translate = `${dx}px ${dy}px`;
  live.querySelector(".table").toggleAttribute("data-drop", isOverTable(live, event));
}

function drop(live, event) {
  if (!drag?.moving) return (drag = null);
  const card = drag.card;
  const over = isOverTable(live, event);
  end(live);
  card.dataset.dragged = "yes"; // the click that follows a drag is no press
  setTimeout(() => delete card.dataset.dragged, 50);
  if (!over) layAt(live, card, event.clientX, event.clientY);
  else if ("open" in hand(live).dataset && !card.classList.contains("no")) {
    delete card.dataset.dragged;
    send(live, card);
  } else if ("ahead" in hand(live).dataset && !card.matches(".later, .ahead")) {
    delete card.dataset.dragged;
    card.click();
  } else refuse(live, card);
}

function end(live) {
  if (!drag) return;
  drag.card.classList.remove("dragging");
  drag.card.style.translate = "";
  live.querySelector(".table").removeAttribute("data-drop");
  drag = null;
}

const isOverTable = (live, event) =>
  event.clientY < live.querySelector(".tray").getBoundingClientRect().top;

// --- order --------------------------------------------------------------------------------

const codeOf = (card) => card.value;
const shown = (cards) =>
  [...cards.querySelectorAll(".card")].sort((a, b) => place(a) - place(b));
const place = (card) => Number(card.parentElement.style.order || 0);

function lay(cards) {
  const items = [...cards.children];
  items.forEach((item, i) => {
    const own = order.indexOf(codeOf(item.firstElementChild));
    item.style.order = order.length ? String(own < 0 ? 100 + i : own) : "";
  });
}

function layAt(live, card, x, y) {
  const others = shown(hand(live)).filter((other) => other !== card);
  const after = others.filter((other) => {
    const box = other.getBoundingClientRect();
    return box.top + box.height / 2 < y - box.height / 2 || (box.left + box.width / 2 < x && box.top < y);
  });
  others.splice(after.length, 0, card);
  order = others.map(codeOf);
  lay(hand(live));
}

function sortAgain(live) {
  order = [];
  lay(hand(live));
}

// --- keys: arrows go along the hand as it lies; with Shift they take the card along --------

function step(live, event) {
  const card = cardOf(event);
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!card || !by) return;
  event.preventDefault();
  const cards = shown(hand(live));
  const at = cards.indexOf(card);
  if (event.shiftKey) {
    const to = Math.min(Math.max(at + by, 0), cards.length - 1);
    cards.splice(to, 0, ...cards.splice(at, 1));
    order = cards.map(codeOf);
    lay(hand(live));
  } else cards[(at + by + cards.length) % cards.length].focus();
}
