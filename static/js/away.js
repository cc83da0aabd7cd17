// The page of a lost line goes to the page that was asked for, as soon as that can be had; after a
// press to the one it was made on, so that nothing is pressed twice.
const EVERY = 4000; // ms
const isPressed = "pressed" in document.documentElement.dataset;
const from = document.referrer || "/";

if (isPressed) {
  document.getElementById("pressed").hidden = false;
  document.querySelector("main a").href = from;
}

async function look() {
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) isPressed ? location.replace(from) : location.reload();
}
addEventListener("online", look);
setInterval(look, EVERY);
