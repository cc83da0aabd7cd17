// Whether the person uses the keyboard just now, from page to page: what gets the focus by itself
// shows it only then.
const note = (is) => sessionStorage.setItem("keys", is ? "yes" : "");

export const usesKeys = () => sessionStorage.getItem("keys") === "yes";

addEventListener("keydown", () => note(true), true);
addEventListener("pointerdown", () => note(false), true);
