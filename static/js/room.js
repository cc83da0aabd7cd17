// The room where people gather: the seconds that are left, and the link to send.
import "./connection.js";

// --- the seconds until computers come ------------------------------------------------------

let ends = 0;

// The server says how many are left; clocks that go wrong don't matter so.
function begin() {
  const left = document.getElementById("room")?.dataset.seconds;
  ends = left === undefined ? 0 : performance.now() + 1000 * Number(left);
}

function tick() {
  const shown = document.querySelector("[data-countdown]");
  if (shown && ends) shown.textContent = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
}

document.addEventListener("htmx:ws:after:message:incoming", begin);
begin();
setInterval(tick, 250);

// --- the invitation ------------------------------------------------------------------------

const link = document.getElementById("invitation");
const said = document.querySelector("[data-copied]");
const copy = document.querySelector("[data-copy]");
const share = document.querySelector("[data-share]");

async function toClipboard() {
  link.select();
  try {
    await navigator.clipboard.writeText(link.value);
  } catch {
    if (!document.execCommand("copy")) return; // it is selected, at least
  }
  said.textContent = said.dataset.copied;
}

link.addEventListener("focus", () => link.select());
copy.hidden = false;
copy.addEventListener("click", toClipboard);
if (navigator.share) {
  share.hidden = false;
  share.addEventListener("click", () =>
    navigator.share({ title: document.title, url: link.value }).catch(() => {}),
  );
}
