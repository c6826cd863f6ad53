// Keeps the screen on while something is asked of it. Browsers have a lock for that on pages over https; one
// without plays a picture that stands still, which they take for a film and stay awake for; WebKit does not, for want
// of sound, and with it may stop what else the phone plays.

const FRAME_MS = 1_000;
let on = false;
let lock = null;
let film = null;
let frames = 0;

/** Keep the screen on from now on, or let it go dark again. */
export function stayAwake(wanted) {
  if (wanted === on) return;
  on = wanted;
  if (navigator.wakeLock) return hold();
  if (on) roll();
  else stop();
}

/** A lock ends whenever the page is hidden, so that it is asked for anew. */
async function hold() {
  if (!on) {
    lock?.release();
    lock = null;
  } else if (!document.hidden) {
    const held = await navigator.wakeLock.request("screen").catch(() => null);
    lock?.release();
    lock = held;
    if (!on) hold();
  }
}

document.addEventListener("visibilitychange", () => on && navigator.wakeLock && hold());
document.addEventListener("click", () => on && navigator.wakeLock && !lock && hold()); // Safari's first is for a tap

function roll() {
  if (!film) film = filmed();
  document.body.append(film);
  film.play().catch(() => {}); // a browser that plays nothing before a tap: then the screen goes dark as ever
}

function stop() {
  clearInterval(frames);
  film?.srcObject.getTracks().forEach((track) => track.stop());
  film?.remove();
  film = null;
}

/** A film over all of the page that nobody sees; a small or hidden one would not count. */
function filmed() {
  const canvas = document.createElement("canvas");
  const ink = canvas.getContext("2d");
  const draw = () => ink.fillRect(0, 0, canvas.width, canvas.height);
  canvas.width = canvas.height = 16;
  const made = document.createElement("video");
  made.className = "film";
  made.muted = made.playsInline = true;
  made.setAttribute("aria-hidden", "true");
  made.srcObject = canvas.captureStream();
  draw();
  frames = setInterval(draw, FRAME_MS);
  return made;
}
