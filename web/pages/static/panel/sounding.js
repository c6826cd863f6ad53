// --- sound: a television's from the start, a phone's once its owner taps; fetched only where it is on -----------

const SPACED_S = 0.7;
let sound = null; // the module
let due = []; // what a verdict has still to sound

/** Return what was chosen here, else what is usual on such a page; nothing is kept where a browser keeps nothing. */
function isLoud() {
  const usual = document.querySelector("[data-sound]")?.dataset.usual;
  try {
    return (localStorage.getItem("sound") ?? usual) === "on";
  } catch {
    return usual === "on";
  }
}

function keepLoud(choice) {
  try {
    localStorage.setItem("sound", choice);
  } catch {
    // then it holds until the page is left
  }
}

if (!window.AudioContext) document.querySelectorAll("[data-sound]").forEach((button) => button.remove());

const showSound = () => document.body.classList.toggle("sounding", Boolean(sound?.sounds()));

async function listen() {
  const button = document.querySelector("[data-sound]");
  if (!button) return;
  if (!sound) {
    sound = await import(button.dataset.sound);
    sound.onChange(showSound);
  }
  sound.begin();
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-sound]")) return;
  const wasOn = sound?.sounds();
  keepLoud(wasOn ? "off" : "on");
  if (wasOn) sound.end();
  else listen();
});

/** Sound what a page brings: a knock, or a roll and then, as the verdict plays, what it says. */
function announce(next, old, plays) {
  const cues = next.dataset.cues?.split(" ") ?? [];
  if (!plays) return cues[0] === "knock" && sound?.play("knock");
  due = cues;
  if (!next.querySelector(".covered")) return;
  if (old.dataset.cues !== "knock") sound?.play("knock");
  sound?.play("roll");
}

document.addEventListener("animationstart", (event) => {
  if (event.animationName === "land" && event.target.matches(".verdict")) sound?.play(due.shift());
});

/** A browser lets a page sound only after a tap: any will do. A finger has tapped once it is lifted. */
for (const name of ["touchend", "click"])
  document.addEventListener(name, (event) => {
    if (sound && isLoud() && !event.target.closest("[data-sound]")) sound.begin();
  });

document.body.classList.add("scripted");
if (isLoud()) listen();

// --- the screen stays on while something is asked of this phone ---------------------------------------------------

let awake = null; // the module, fetched with the first question

async function stayAwake() {
  const source = live().dataset.awake;
  if (source && !awake) awake = await import(source);
  awake?.stayAwake(Boolean(live().dataset.awake));
}

stayAwake();
