// Small sounds of our own, synthesised: nothing to load, and nothing before the first press.

const NOTES = {
  card: [[180, 0, 0.05, "triangle", 0.25]],
  trick: [[240, 0, 0.07, "triangle", 0.2], [180, 0.07, 0.09, "triangle", 0.2]],
  turn: [[660, 0, 0.09, "sine", 0.16]],
  deal: [[200, 0, 0.03, "triangle", 0.15], [220, 0.06, 0.03, "triangle", 0.15], [240, 0.12, 0.03, "triangle", 0.15]],
  made: [[523, 0, 0.1, "sine", 0.18], [784, 0.1, 0.18, "sine", 0.18]],
  missed: [[311, 0, 0.12, "sine", 0.16], [233, 0.12, 0.2, "sine", 0.16]],
};

let context = null;
let isOn = false;
let before = null;

export function setSound(on) {
  isOn = on;
}

addEventListener("pointerdown", wake, { once: true });
addEventListener("keydown", wake, { once: true });

function wake() {
  context ??= new AudioContext();
}

function play(name) {
  if (!isOn || !context || document.hidden) return;
  for (const [pitch, delay, length, type, volume] of NOTES[name]) {
    const [from, tone, gain] = [context.currentTime + delay, context.createOscillator(), context.createGain()];
    Object.assign(tone, { type });
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(volume, from);
    gain.gain.exponentialRampToValueAtTime(0.001, from + length);
    tone.connect(gain).connect(context.destination);
    tone.start(from);
    tone.stop(from + length);
  }
}

// What is new since the last painting, told by at most one sound.
export function hear(live) {
  const game = live.querySelector("#game");
  const now = {
    turn: game.dataset.turn === "you",
    over: game.dataset.phase === "over",
    hand: live.querySelector(".hand")?.id,
    cards: live.querySelectorAll(".mat .played:not(.slot)").length,
    complete: Boolean(live.querySelector(".mat[data-complete]")),
    made: Boolean(live.querySelector(".me .badge.exact")),
  };
  if (before) playDifference(before, now);
  before = now;
}

function playDifference(old, now) {
  if (now.over && !old.over) play(!now.hand ? "trick" : now.made ? "made" : "missed");
  else if (now.hand !== old.hand) play("deal");
  else if (now.complete && !old.complete) play("trick");
  else if (now.turn && !old.turn) play("turn");
  else if (now.cards > old.cards) play("card");
}
