// The connection of a live page: it is said when it is lost, and the page is loaded anew when it
// has become another one.
const lost = (is) => document.body.classList.toggle("is-lost", is);

document.addEventListener("htmx:ws:after:connection", () => lost(false));
document.addEventListener("htmx:ws:close", (event) => {
  const { reason, code } = event.detail;
  if (reason === "closed" && code >= 4000) location.reload();
  else if (reason === "closed") lost(true);
});
// What a socket paints knows no token, which htmx adds to what it sends; a plain form gets it here.
document.addEventListener("submit", ({ target: form }) => {
  if (form.method !== "post" || form.elements.csrfmiddlewaretoken) return;
  const headers = JSON.parse(document.body.getAttribute("hx-headers:inherited"));
  const token = document.createElement("input");
  Object.assign(token, { type: "hidden", name: "csrfmiddlewaretoken", value: headers["X-CSRFToken"] });
  form.append(token);
});
document.addEventListener("htmx:after:request", (event) => {
  const status = event.detail?.ctx?.response?.status;
  if ([403, 404, 410].includes(status)) location.reload(); // it is somebody else's now, or gone
});
