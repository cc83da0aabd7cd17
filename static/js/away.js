// The page of a lost line goes to the page that was asked for, as soon as that can be had.
const EVERY = 4000; // ms

async function look() {
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}
addEventListener("online", look);
setInterval(look, EVERY);
