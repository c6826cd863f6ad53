// The panel's script. Every page works without it; with it, pages follow the table by themselves.

const SILENCE_MS = 30_000; // longer than two heartbeats: the stream is dead, whatever the browser thinks
const LOST_MS = 4_000; // a stream that ends is opened again at once; only later it is worth a word
const POLL_MS = 2_000;
const POLLS_BEFORE_STREAM = 30;
const SIGN_MS = 15_000; // a page that shows says so: a phone that is asked and gives no sign is missed
const SETTLE_MS = 400; // a tap meant for the last screen must not hit the next one's button

/** What a page asks: others' sealed answers change its version, but not that. */
const asked = (page) => page.dataset.asks ?? page.dataset.scene;

const live = () => document.getElementById("live");
const parse = (text) => new DOMParser().parseFromString(text, "text/html");
const part = { headers: { "X-Part": "1" }, cache: "no-store", credentials: "same-origin" };

// --- showing -------------------------------------------------------------------------------------------------

const key = (node) => (node.nodeType === Node.ELEMENT_NODE ? node.dataset?.key || node.id : "");

/** Change `from` into `to`, touching only what differs: focus, scroll, pictures and open drawers stay. */
function morph(from, to, keepsTyped) {
  if (from.isEqualNode(to) && keepsTyped) return;
  if (from.nodeName !== to.nodeName || key(from) !== key(to)) return from.replaceWith(to.cloneNode(true));
  if (from.nodeType !== Node.ELEMENT_NODE) {
    if (from.data !== to.data) from.data = to.data;
    return;
  }
  morphAttributes(from, to);
  // Never a form: what its fields are named hides its own properties
  if (!keepsTyped && from.matches("input, select")) [from.value, from.checked] = [to.value, to.checked];
  morphChildren(from, to, keepsTyped);
}

/** Patch what lies inside: a node with a key stays itself wherever it goes, others change where they stand. */
function morphChildren(from, to, keepsTyped) {
  const next = [...to.childNodes];
  const wanted = new Set(next.map(key));
  const known = new Map([...from.childNodes].map((node) => [key(node), node]));
  for (const old of [...from.childNodes]) if (key(old) && !wanted.has(key(old))) old.remove();
  let at = from.firstChild;
  const drop = () => {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  };
  for (const node of next) {
    const old = key(node) ? known.get(key(node)) : at && !key(at) ? at : null;
    while (old && at && old !== at && !key(at)) drop(); // else `old` would move, and lose its focus
    if (!old) from.insertBefore(node.cloneNode(true), at);
    else if (old === at) at = at.nextSibling;
    else from.insertBefore(old, at);
    if (old) morph(old, node, keepsTyped);
  }
  while (at) drop();
}

function morphAttributes(from, to) {
  for (const { name } of [...from.attributes])
    if (!to.hasAttribute(name) && !["open", "tabindex"].includes(name)) from.removeAttribute(name);
  for (const { name, value } of to.attributes)
    if (from.getAttribute(name) !== value) from.setAttribute(name, value);
}

function show(text, keepsTyped) {
  const page = parse(text);
  const next = page.getElementById("live");
  const old = live();
  if (!next || next.dataset.build !== old.dataset.build) return location.reload();
  const isNew = asked(next) !== asked(old);
  if (isNew && !keepsTyped) document.querySelectorAll("details[open]").forEach((drawer) => (drawer.open = false));
  const plays = stage(page, next, old);
  if (plays || isNew) announce(next, old, plays);
  if (isNew && keepsTyped && next.matches(".asked")) navigator.vibrate?.([70, 60, 140]);
  const focused = document.activeElement;
  const before = standing();
  morph(old, next, keepsTyped);
  keepFocus(focused, isNew);
  shown += 1;
  stayAwake();
  if (plays) play();
  if (!behind) document.title = page.title;
  if (isNew || (keepsTyped && before && before !== standing())) settle();
}

/** Leave the focus where it was; where that is gone, or would decide something else now, it goes to what is asked. */
function keepFocus(focused, isNew = false) {
  if (focused === document.body) return;
  const stays = focused.isConnected && !(isNew && focused.closest(".decision"));
  const to = stays ? focused : live().querySelector("h1");
  if (!stays) to?.setAttribute("tabindex", "-1");
  to?.focus({ preventScroll: true });
}

/** The lists whose rows a thumb may be over, row by row. */
const standing = () => [...document.querySelectorAll("[data-steady] > *")].map(key).join();

function settle() {
  const buttons = [...document.querySelectorAll(".decision button:enabled, [data-steady] button:enabled")];
  const focused = document.activeElement; // a button that is disabled loses it
  buttons.forEach((button) => (button.disabled = true));
  setTimeout(() => {
    buttons.forEach((button) => (button.disabled = false));
    if (document.activeElement === document.body && focused.isConnected) keepFocus(focused);
  }, SETTLE_MS);
}

// --- the verdict as theatre: the style plays it, and what would give it away stands still until the curtain ------

let told = Number(live()?.dataset.ruled ?? 0); // the newest verdict that this page has shown
let behind = null; // the page as it is, while a verdict plays before it

/** Say whether a page brings a verdict to be played; while one plays, hold back what would give it away. */
function stage(page, next, old) {
  const ruled = Number(next.dataset.ruled ?? 0);
  const plays = ruled > told && next.dataset.page === old.dataset.page;
  told = Math.max(told, ruled);
  behind = plays || (behind && ruled) ? { title: page.title, part: next.cloneNode(true) } : null;
  document.body.classList.toggle("theatre", plays || (ruled > 0 && document.body.matches(".theatre")));
  document.body.classList.toggle("veiled", behind !== null);
  if (behind) next.querySelectorAll("[data-held]").forEach((node) => hold(node, old));
  return plays;
}

/** Leave a part of the page as it stands; one that stood nowhere yet stays hidden. */
function hold(node, old) {
  const was = old.querySelector(`[data-held="${node.dataset.held}"]`);
  if (was) node.replaceWith(was.cloneNode(true));
  else node.dataset.later = "";
}

/** Wait for the style's curtain; where it has none, as little motion was asked for, nothing is held back. */
function play() {
  const plays = document.getAnimations().some((act) => act.animationName === "curtain");
  if (!plays) unveil();
}

function unveil() {
  if (!behind) return;
  const page = behind;
  behind = null;
  document.body.classList.remove("veiled");
  const focused = document.activeElement;
  morph(live(), page.part, true);
  keepFocus(focused);
  document.title = page.title;
  due.forEach((name, number) => sound?.play(name, number * SPACED_S));
  due = [];
  settle();
}

/** A tap has seen enough. */
function skip() {
  if (!behind) return;
  document.body.classList.remove("theatre");
  sound?.hush();
  unveil();
}

document.addEventListener("animationend", (event) => event.animationName === "curtain" && unveil());
for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, skip, true);

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

/** A browser lets a page sound only after a tap: any will do. */
document.addEventListener("pointerdown", (event) => {
  if (sound && isLoud() && !event.target.closest("[data-sound]")) sound.begin();
});

document.body.classList.add("scripted");
if (isLoud()) listen();

// --- the screen stays on while something is asked of this phone ---------------------------------------------------

let awake = null; // the module, fetched with the first question

async function stayAwake() {
  const source = live().dataset.awake;
  if (source) awake ??= await import(source);
  awake?.stayAwake(Boolean(live().dataset.awake));
}

stayAwake();

let shown = 0; // how often something was put on the screen
let fetching = false;
let stale = false;

/** Fetch what this phone may see now, and once more if the table or the screen changed meanwhile. */
async function refresh() {
  if (!live().dataset.source) return;
  stale = true;
  if (fetching) return;
  fetching = true;
  try {
    while (stale) {
      stale = false;
      const before = shown;
      const answer = await fetch(live().dataset.source, part);
      const text = await answer.text();
      if (!sending && shown === before) show(text, true);
      else stale = true;
      if (sending) break; // what was sent brings its own answer, and then we look again
    }
    found();
  } catch {
    lost();
  } finally {
    fetching = false;
  }
}

// --- following the table -------------------------------------------------------------------------------------

let stream = null;
let heard = Date.now();
let lostTimer = 0;
let pollTimer = 0;

function found() {
  heard = Date.now();
  clearTimeout(lostTimer);
  lostTimer = 0;
  document.getElementById("lost").hidden = true;
}

function lost() {
  document.getElementById("lost").hidden = false;
}

let missed = false; // a table that was started anew counts its revisions from 0 again

function hear(event) {
  found();
  if (missed || event.data !== live().dataset.revision) refresh();
  missed = false;
}

// --- reactions: told once, over every screen -------------------------------------------------------------------

const CHEER_MS = 3_000;
const CHEERS = 12; // at once; more would be a wall
const SVG = "http://www.w3.org/2000/svg";

function drawn(names, kind) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", kind);
  for (const name of names) {
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `#${name}`);
    svg.append(use);
  }
  return svg;
}

function cheer({ data }) {
  const [kind, sign] = data.split(" ");
  const cheers = document.getElementById("cheers");
  if (cheers.childElementCount >= CHEERS) return;
  const one = document.createElement("span");
  one.className = "cheer";
  one.dataset.kind = kind;
  one.style.left = `${6 + Math.random() * 76}%`;
  one.append(drawn([`react-${kind}`], ""));
  if (sign) one.append(drawn(["disc", `sign${sign % 12}`], `sign c${sign % 12}${sign > 11 ? " hollow" : ""}`));
  cheers.append(one);
  setTimeout(() => one.remove(), CHEER_MS);
}

function connect() {
  disconnect();
  if (document.hidden || !live().dataset.events) return;
  heard = Date.now();
  stream = new EventSource(live().dataset.events);
  stream.onmessage = hear;
  stream.addEventListener("beat", hear);
  stream.addEventListener("elsewhere", poll);
  stream.addEventListener("reaction", cheer);
  stream.onerror = () => {
    missed = true;
    if (stream?.readyState === EventSource.CLOSED) return poll();
    lostTimer ||= setTimeout(lost, LOST_MS);
  };
}

function disconnect() {
  clearInterval(pollTimer);
  stream?.close();
  stream = null;
}

/** Ask every two seconds instead, and now and then whether there is room for a stream again. */
function poll() {
  disconnect();
  let polls = 0;
  pollTimer = setInterval(async () => {
    if (++polls > POLLS_BEFORE_STREAM) return connect();
    try {
      const answer = await fetch("/revision", { cache: "no-store" });
      hear({ data: await answer.text() });
    } catch {
      lost();
    }
  }, POLL_MS);
}

function wakeUp() {
  if (document.hidden) return disconnect();
  connect();
  refresh();
}

setInterval(() => {
  if (stream && Date.now() - heard > SILENCE_MS) wakeUp();
}, 5_000);
setInterval(() => {
  if (!document.hidden) fetch("/revision", { cache: "no-store" }).catch(() => {});
}, SIGN_MS);
document.addEventListener("visibilitychange", wakeUp);
addEventListener("pageshow", (event) => (event.persisted ? wakeUp() : connect()));
addEventListener("online", wakeUp);
addEventListener("offline", lost);

// --- deciding ------------------------------------------------------------------------------------------------

let sending = false;

/** Fetch a page and put its live part in this one's place, under its own address. */
async function go(url, options) {
  sending = true;
  try {
    const answer = await fetch(url, { ...part, ...options });
    const text = await answer.text();
    show(text, false);
    const page = live().dataset.page;
    if (page && page !== location.pathname) history.pushState(null, "", page);
    found();
  } catch {
    lost();
  } finally {
    sending = false;
    document.querySelectorAll("[aria-busy]").forEach((node) => node.removeAttribute("aria-busy"));
  }
  if (live().dataset.events && !stream) connect();
  if (stale) refresh();
}

/** Send a reaction; the page stays as it is, and shows it when it is told of it like all others. */
function react(form, button) {
  const body = new URLSearchParams(new FormData(form));
  body.append(button.name, button.value);
  button.setAttribute("aria-busy", "true");
  const done = () => button.removeAttribute("aria-busy");
  fetch(form.getAttribute("action"), { ...part, method: "POST", body }).catch(lost).finally(done);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.getAttribute("method") !== "post" || form.matches("[data-saves]")) return; // a file is the browser's
  event.preventDefault();
  if (form.matches("[data-react]")) return react(form, event.submitter);
  if (sending) return;
  const body = new URLSearchParams(new FormData(form));
  const button = event.submitter;
  button?.setAttribute("aria-busy", "true");
  if (button?.name) body.append(button.name, button.value);
  go(form.getAttribute("action"), { method: "POST", body });
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-in-place]");
  if (!link) return;
  event.preventDefault();
  if (sending) return;
  link.setAttribute("aria-busy", "true");
  go(link.href);
});

addEventListener("popstate", () => go(location.href));

// --- house rules: what differs from the default, while it is being chosen --------------------------------------

document.addEventListener("input", ({ target }) => {
  const line = document.querySelector(`.differs [data-option="${target.name}"]`);
  if (!line) return;
  const isSwitch = target.type === "checkbox";
  const value = isSwitch && !target.checked ? "" : target.value;
  line.hidden = value === line.dataset.default;
  if (!isSwitch) line.querySelector("b").textContent = target.selectedOptions?.[0].text ?? value;
});

// --- what is opened comes into sight, above what stays at the screen's foot ---------------------------------------

document.addEventListener(
  "toggle",
  ({ target }) => target.matches(".keeping[open]") && target.scrollIntoView({ block: "nearest" }),
  true, // a toggle does not bubble
);

// --- a link to copy: a page without https has no clipboard, but what is marked can be copied ---------------------

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  getSelection().selectAllChildren(document.getElementById(button.dataset.copy));
  const copied = document.execCommand("copy");
  [...button.children].forEach((label, number) => (label.hidden = copied === (number === 0)));
});

// --- the window's set-up: a finger moves the circle, or sizes it at its edge --------------------------------------

const GRIP = 0.75; // further out than so much of its radius, the finger has the circle by its edge
const NAMES = { x: "cx", y: "cy", radius: "r" };
let fitting = null;

/** Where a pointer is, in the picture's own units. */
function placed(picture, event) {
  const point = new DOMPoint(event.clientX, event.clientY);
  return point.matrixTransform(picture.getScreenCTM().inverse());
}

document.addEventListener("pointerdown", (event) => {
  const picture = event.target.closest("[data-fit]");
  const circle = picture?.querySelector(".rim");
  if (!circle || sending) return;
  const [x, y, radius] = Object.values(NAMES).map((name) => Number(circle.getAttribute(name)));
  const from = placed(picture, event);
  const away = Math.hypot(from.x - x, from.y - y);
  fitting = { picture, circle, from, away, x, y, radius, sizes: away > GRIP * radius };
  picture.setPointerCapture(event.pointerId);
  event.preventDefault();
});

document.addEventListener("pointermove", (event) => {
  if (!fitting) return;
  const { picture, circle, from, away, x, y, radius, sizes } = fitting;
  const to = placed(picture, event);
  const fit = sizes
    ? { radius: radius + Math.hypot(to.x - x, to.y - y) - away }
    : { x: x + to.x - from.x, y: y + to.y - from.y };
  for (const [field, value] of Object.entries(fit)) circle.setAttribute(NAMES[field], Math.max(0, value));
  fitting.moved = true;
});

for (const name of ["pointerup", "pointercancel"])
  addEventListener(name, () => {
    const fit = fitting;
    fitting = null;
    if (!fit?.moved) return;
    const form = document.getElementById(fit.picture.dataset.fit);
    const body = new URLSearchParams(new FormData(form));
    body.set("do", "fit");
    for (const [field, attribute] of Object.entries(NAMES))
      body.set(field, Math.round(Number(fit.circle.getAttribute(attribute))));
    go(form.getAttribute("action"), { method: "POST", body });
  });

// --- the simulated table's button: what counts is how long it is held --------------------------------------------

let held = null;
let sent = Promise.resolve(); // a release must not overtake its press

function send(form, url) {
  const body = new URLSearchParams(new FormData(form));
  sent = sent.then(() => fetch(url, { ...part, method: "POST", body })).catch(lost);
}

document.addEventListener("pointerdown", (event) => {
  const knob = event.target.closest("[data-press] button");
  if (!knob || held) return;
  held = knob.form;
  knob.setPointerCapture?.(event.pointerId);
  send(held, held.dataset.press);
});

for (const name of ["pointerup", "pointercancel", "blur", "pagehide"])
  addEventListener(name, () => {
    if (held) send(held, held.dataset.release);
    held = null;
  });

document.addEventListener("contextmenu", (event) => {
  if (event.target.closest("[data-press]")) event.preventDefault(); // a long touch is a hold, not a menu
});

document.addEventListener(
  "click",
  (event) => {
    // A click that the pointer has already made; one from the keyboard (detail 0) is a short press
    if (event.detail && event.target.closest("[data-press]")) event.preventDefault();
  },
  true,
);
