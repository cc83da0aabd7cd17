// Shows a page of ours when no page can be had. Nothing else of the site is ever kept here: a game
// is shown as it is now, or not at all. Files with a hash in their name are kept by the browser.
const { name, page, kept } = {{ about|safe }};

addEventListener("install", (event) => {
  // A press at a live page must not wait for this worker to wake up.
  event.addRoutes?.({ condition: { requestMode: "same-origin" }, source: "network" });
  const keep = async () => (await caches.open(name)).addAll(kept);
  event.waitUntil(keep().then(() => skipWaiting()));
});

// It doesn't claim the pages that are open: the next one comes by way of it all the same, and what
// is sent just now would wait until it is active.
addEventListener("activate", (event) => {
  const forget = async () => {
    const others = (await caches.keys()).filter((other) => other !== name);
    await Promise.all(others.map((other) => caches.delete(other)));
    // Asks the site while this worker wakes up.
    await registration.navigationPreload?.enable();
  };
  event.waitUntil(forget());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") {
    event.respondWith(pageOr(event));
  } else if (kept.includes(new URL(request.url).pathname)) {
    event.respondWith(caches.match(request).then((found) => found ?? fetch(request)));
  }
});

async function pageOr(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const lost = await caches.match(page);
    if (!lost) throw error;
    return event.request.method === "GET" ? lost : pressed(lost);
  }
}

// After a press the page goes back to where it was made. Loaded anew it would press again.
async function pressed(lost) {
  const text = (await lost.text()).replace("<html ", "<html data-pressed ");
  return new Response(text, { headers: lost.headers });
}
