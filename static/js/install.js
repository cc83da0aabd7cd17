// The worker that has a page to show when there is no line.
const { worker } = document.currentScript.dataset;
addEventListener("load", () => navigator.serviceWorker?.register(worker));
