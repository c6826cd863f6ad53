// The table's sounds, made here as they are heard. Fetched only where sound is on.

const context = new AudioContext();
const room = new GainNode(context, { gain: 0.5 });
room.connect(context.destination);

let rolling = null;

/** A note of `hertz` that slides to `end`, `after` s from now. */
function note(hertz, after, lasts, { end = hertz, type = "triangle", loud = 0.5 } = {}) {
  const at = context.currentTime + after;
  const voice = new OscillatorNode(context, { type, frequency: hertz });
  const swell = new GainNode(context, { gain: 0 });
  voice.frequency.setValueAtTime(hertz, at);
  voice.frequency.exponentialRampToValueAtTime(end, at + lasts);
  swell.gain.setValueAtTime(0, at);
  swell.gain.linearRampToValueAtTime(loud, at + 0.012);
  swell.gain.exponentialRampToValueAtTime(0.001, at + lasts);
  voice.connect(swell).connect(room);
  voice.start(at);
  voice.stop(at + lasts);
}

/** Half a second of noise, the same every time. */
const hiss = new AudioBuffer({ length: context.sampleRate / 2, sampleRate: context.sampleRate });
hiss.getChannelData(0).forEach((_, place, samples) => (samples[place] = ((place * 7919) % 2003) / 1001 - 1));

/** One stroke on wood or skin; into `place`, so that a roll can be cut off. */
function stroke(after, { deep = 500, loud = 0.6, place = room } = {}) {
  const at = context.currentTime + after;
  const noise = new AudioBufferSourceNode(context, { buffer: hiss });
  const skin = new BiquadFilterNode(context, { type: "lowpass", frequency: deep });
  const swell = new GainNode(context, { gain: 0 });
  swell.gain.setValueAtTime(loud, at);
  swell.gain.exponentialRampToValueAtTime(0.001, at + 0.09);
  noise.connect(skin).connect(swell).connect(place);
  noise.start(at, 0, 0.1);
}

const SOUNDS = {
  knock() {
    for (const after of [0, 0.17]) {
      note(150, after, 0.12, { end: 62, type: "sine", loud: 0.9 });
      stroke(after, { deep: 900, loud: 0.5 });
    }
  },
  roll() {
    hush();
    rolling = new GainNode(context);
    rolling.connect(room);
    for (let beat = 0; beat < 44; beat += 1)
      stroke(0.25 + beat * 0.036, { deep: 700, loud: 0.12 + beat * 0.011, place: rolling });
  },
  truth: () => [523, 659, 784].forEach((hertz, number) => note(hertz, number * 0.11, 0.5)),
  lie() {
    note(233, 0, 0.34, { end: 208, type: "sawtooth", loud: 0.28 });
    note(175, 0.32, 0.7, { end: 123, type: "sawtooth", loud: 0.28 });
  },
  out() {
    note(392, 0, 0.5, { end: 98, loud: 0.4 });
    stroke(0.46, { deep: 240, loud: 0.9 });
  },
  win: () =>
    [392, 523, 659, 784, 1047].forEach((hertz, number) => note(hertz, number * 0.13, number < 4 ? 0.3 : 1)),
};

/** Play a sound, `after` s from now; one that there is none of is silence. */
export function play(name, after = 0) {
  if (context.state !== "running") return;
  if (after) setTimeout(() => SOUNDS[name]?.(), after * 1000);
  else SOUNDS[name]?.();
}

/** Cut a roll off. */
export function hush() {
  rolling?.disconnect();
  rolling = null;
}

/** Begin to sound, or stop; browsers begin only at a tap. */
export const begin = () => context.resume();
export const end = () => context.suspend();
export const sounds = () => context.state === "running";
export const onChange = (tell) => context.addEventListener("statechange", tell);
