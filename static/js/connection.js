// The connection of a live page: it is said when it is lost, it is made anew when it can't be
// trusted, and the page is loaded anew when it has become another one.
const SILENT = 30_000; // ms after which the server has given up a socket that doesn't answer

let socket = null; // the one that paints
let isLeft = false; // for another page, which must not be overtaken by this one loaded anew
let hiddenAt = Date.now(); // a page may be opened without being looked at

addEventListener("beforeunload", () => (isLeft = true));
addEventListener("pageshow", () => (isLeft = false));

const lost = (is) => document.body.classList.toggle("is-lost", is);

document.addEventListener("htmx:ws:after:connection", ({ detail }) => {
  socket = detail.connection.socket;
});
// Only what has been painted is true again.
document.addEventListener("htmx:ws:after:message:incoming", () => lost(false));
document.addEventListener("htmx:ws:close", ({ detail: { reason, code } }) => {
  if (reason === "closed" && code >= 4000) isLeft || location.reload();
  else if (reason === "closed") lost(true);
});

// An open socket doesn't notice that its other end is gone. What notices it takes the socket for
// closed; htmx then connects again, and what was missed is painted.
function giveUp() {
  const isOpen = socket?.readyState === WebSocket.OPEN;
  if (isOpen) socket.dispatchEvent(new CloseEvent("close", { code: 1006 }));
  return isOpen;
}
addEventListener("offline", giveUp);
document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (ctx && !ctx.response) giveUp(); // a press that got no answer
});
document.addEventListener("visibilitychange", () => {
  if (document.hidden) hiddenAt = Date.now();
  // Who looks again after a while needn't be told before it has been tried.
  else if (Date.now() - hiddenAt > SILENT && giveUp()) lost(false);
});

// What a socket paints knows no token, which htmx adds to what it sends; a plain form gets it here.
document.addEventListener("submit", ({ target: form }) => {
  if (form.method !== "post" || form.elements.csrfmiddlewaretoken) return;
  const headers = JSON.parse(document.body.getAttribute("hx-headers:inherited"));
  const token = document.createElement("input");
  Object.assign(token, { type: "hidden", name: "csrfmiddlewaretoken", value: headers["X-CSRFToken"] });
  form.append(token);
});
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  if ([403, 404, 410].includes(ctx.response.status)) location.reload(); // not theirs now, or gone
});
