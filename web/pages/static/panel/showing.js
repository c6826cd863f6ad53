// The panel's script. Every page works without it; with it, pages follow the table by themselves.

const SILENCE_MS = 30_000; // longer than two heartbeats: the stream is dead, whatever the browser thinks
const LOST_MS = 4_000; // a stream that ends is opened again at once; only later it is worth a word
const POLL_MS = 2_000;
const PATIENCE_MS = 8_000; // so long an answer may take; a page or a part says what takes longer
const POLLS_BEFORE_STREAM = 30;
const SIGN_MS = 15_000; // a page that shows says so: a phone that is asked and gives no sign is missed
const SETTLE_MS = 400; // a tap meant for the last screen must not hit the next one's button

/** What a page asks: others' sealed answers change its version, but not that. */
const asked = (page) => page.dataset.asks ?? page.dataset.scene;

const live = () => document.getElementById("live");
const parse = (text) => new DOMParser().parseFromString(text, "text/html");
const part = { headers: { "X-Part": "1" } };

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

/** Show a page: what was asked for `from` its address has that; what came by itself leaves what is typed. */
function show(text, from) {
  const page = parse(text);
  const next = page.getElementById("live");
  const old = live();
  const keepsTyped = !from;
  if (!next) throw new Error("that was no page of the table's");
  if (from) keepAddress(from, next.dataset);
  if (next.dataset.build !== old.dataset.build) return location.reload();
  const isNew = asked(next) !== asked(old);
  const closes = closeDrawers(next, isNew && !keepsTyped);
  const plays = stage(page, next, old);
  if (plays || isNew) announce(next, old, plays);
  if (isNew && keepsTyped && next.matches(".asked")) navigator.vibrate?.([70, 60, 140]);
  const focused = document.activeElement;
  const before = standing();
  if (keepsTyped) keepRefusal(old, next);
  morph(old, next, keepsTyped);
  document.documentElement.lang = page.documentElement.lang; // another may have been taken, in another tab
  unchoose();
  keepFocus(focused, isNew);
  // Why a tap came to nothing stands on top, and what was tapped may be far below
  if (!keepsTyped) live().querySelector(":scope > .problem")?.scrollIntoView({ block: "nearest" });
  shown += 1;
  stayAwake();
  if (plays) play();
  if (!behind) document.title = page.title;
  if (isNew || closes || (keepsTyped && before !== standing())) settle();
}

const READ_MS = 6_000; // so long it takes to read why a tap came to nothing
let answered = 0; // when the last answer to a tap of one's own came

/** What was refused is told beside the page that follows at once, as another's move is mostly why. */
function keepRefusal(old, next) {
  const said = old.querySelector(":scope > .problem");
  if (said && Date.now() - answered < READ_MS && !next.querySelector(":scope > .problem"))
    (next.querySelector("#says") ?? next.querySelector(":scope > header"))?.after(said.cloneNode(true));
}

/** What was chosen and has become another's gives way to what the table offers. */
function unchoose() {
  for (const gone of live().querySelectorAll("input:checked:disabled")) {
    gone.checked = false;
    const offered = [...gone.form.elements[gone.name]].find((one) => one.defaultChecked && !one.disabled);
    if (offered) offered.checked = true;
  }
}

/** Close all drawers, or those that offer something else now; say whether one of these was open. */
function closeDrawers(next, all) {
  const drawers = [...document.querySelectorAll("details[open]")];
  const offers = (drawer) => next.querySelector(`[data-key="${drawer.dataset.key}"]`)?.dataset.offers;
  const changed = drawers.filter((drawer) => drawer.dataset.offers && drawer.dataset.offers !== offers(drawer));
  (all ? drawers : changed).forEach((drawer) => (drawer.open = false));
  return changed.length > 0;
}

/**
 * Leave the focus where it was; where that is gone, or would decide something else now, it goes to what is
 * asked, or to the menu that lies open over it.
 */
function keepFocus(focused, isNew = false) {
  if (focused === document.body) return;
  const isShut = focused.closest("details:not([open]) > :not(summary)");
  const stays = focused.isConnected && !isShut && !(isNew && focused.closest(".decision"));
  const to = stays ? focused : live().querySelector(".menu[open] > summary") ?? live().querySelector("h1");
  if (to?.matches("h1")) to.setAttribute("tabindex", "-1");
  to?.focus({ preventScroll: true });
}

/** The lists whose rows a thumb may be over, row by row. */
const rows = "[data-steady] > *, .missed, .offered li, .segments > a";
const standing = () => [...document.querySelectorAll(rows)].map((row) => key(row) || row.textContent).join();

let calming = 0;

/**
 * For a moment taps count for nothing: by time, as the next page may come, and change the buttons, at once.
 * The simulated table's button counts at any time, as a real one does: each press goes with what was asked then.
 */
function settle() {
  document.body.classList.add("calm");
  clearTimeout(calming);
  calming = setTimeout(() => document.body.classList.remove("calm"), SETTLE_MS);
}

document.addEventListener(
  "click",
  (event) => {
    if (!document.body.matches(".calm") || !event.target.closest("#live button:not(.knob), #live a.button")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);
