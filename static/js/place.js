// Where a hint lies: wherever it hides least of the screen as it is just now. Each part of the screen
// has a weight, what the hint speaks of a greater one; of places that hide equally little the one
// nearest to the middle of the top is taken.

const NEVER = 1000; // for what can be pressed
const WEIGHTS = {
  "button, a[href], .hand .card, .bid, .bid-ahead, .handbar": NEVER,
  ".seat .badge": 40,
  ".tag": 45,
  ".me": 24,
  ".played:not(.slot) > .card, .called .badge": 14,
  ".turnup .card": 10,
  ".status": 8, // it has the line to itself for a refusal; see tour.css
  ".fact": 6,
  ".slot > .card": 2,
  ".motif svg": 1,
  ".tray": 2,
};
const SHEET = {
  "button, a[href]": NEVER,
  "h2, td, th[scope=row]": 20,
  ".sheet": 5,
  ".status": 4,
};
const SPOKEN = {
  trump: ".fact, .motif svg",
  bid: ".status",
  play: ".played:not(.slot) > .card",
  taken: ".tag, .seat .badge, .me",
};
const OFTEN = 4; // times its weight
const MIDDLE = 0.4; // of a sign: enough to know it by

const WIDTHS = [640, 560, 460, 400, 340, 300, 260, 230, 200];
const LEAST_ROW = 240; // px for buttons beside the words
const HIGH = 16; // px that cost as much as a part of that weight: low ones are less in the way
const AIR = 4;
const STEPS = 120; // across the game

// Gives the box its width, form and place within the game.
export function place(box, game, key) {
  const frame = game.getBoundingClientRect();
  const parts = partsOf(game, key);
  let best = { cost: Infinity };
  for (const form of formsIn(frame.width)) {
    take(box, form);
    const found = search({ width: form.width, height: box.offsetHeight }, frame, parts);
    if (found.cost < best.cost) best = { ...found, ...form };
  }
  take(box, best);
  box.style.left = `${best.left}px`;
  box.style.top = `${best.top}px`;
  const status = game.querySelector("#status").getBoundingClientRect();
  box.toggleAttribute("data-over-status", share(box.getBoundingClientRect(), status) > 0);
}

// Something to press may have come to where it lies.
export function isInTheWay(box, game, key) {
  const lies = box.getBoundingClientRect();
  return partsOf(game, key).some((part) => part.weight >= NEVER && share(lies, part) > 0);
}

function formsIn(width) {
  const fit = WIDTHS.filter((each) => each <= width - 2 * AIR);
  return [
    ...fit.filter((each) => each >= LEAST_ROW).map((each) => ({ width: each, row: true })),
    ...fit.filter((each) => each <= 460).map((each) => ({ width: each, row: false })),
  ];
}

function take(box, { width, row }) {
  box.style.inlineSize = `${width}px`;
  box.toggleAttribute("data-row", row);
}

function partsOf(game, key) {
  const weights = Object.entries(game.querySelector("section.sheet") ? SHEET : WEIGHTS);
  const spoken = SPOKEN[key] ? [...game.querySelectorAll(SPOKEN[key])] : [];
  return weights.flatMap(([selector, weight]) =>
    [...game.querySelectorAll(selector)]
      .filter((part) => part.checkVisibility() && !part.closest("[inert]"))
      .map((part) => ({
        ...rect(part),
        weight: weight * (spoken.includes(part) ? OFTEN : 1),
      })),
  );
}

function rect(part) {
  const { left, top, right, bottom } = part.getBoundingClientRect();
  if (!part.matches(".motif svg")) return { left, top, right, bottom };
  const [dx, dy] = [((right - left) * (1 - MIDDLE)) / 2, ((bottom - top) * (1 - MIDDLE)) / 2];
  return { left: left + dx, top: top + dy, right: right - dx, bottom: bottom - dy };
}

function search({ width, height }, frame, parts) {
  let best = { cost: Infinity };
  const step = Math.max(6, frame.width / STEPS);
  const last = { left: frame.right - width - AIR, top: frame.bottom - height - AIR };
  for (let top = frame.top + 2; top <= last.top; top += step) {
    for (let left = frame.left + AIR; left <= last.left; left += step) {
      const off = Math.abs(left + width / 2 - (frame.left + frame.right) / 2) / frame.width;
      let cost = (top - frame.top) / frame.height + off + height / HIGH;
      const lies = { left, top, right: left + width, bottom: top + height };
      for (const part of parts) {
        if (cost >= best.cost) break;
        cost += part.weight * hidden(lies, part);
      }
      if (cost < best.cost) best = { cost, left, top };
    }
  }
  return best;
}

// Whatever is touched is a little worse than what is only near.
function hidden(lies, part) {
  const { left, top, right, bottom } = lies;
  const near = share({ left: left - AIR, top: top - AIR, right: right + AIR, bottom: bottom + AIR }, part);
  return near && near + (share(lies, part) && (part.weight >= NEVER ? 1 : 0.2));
}

function share(a, b) {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? (width * height) / ((b.right - b.left) * (b.bottom - b.top)) : 0;
}
