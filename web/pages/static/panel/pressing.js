// --- the simulated table's button: what counts is how long it is held --------------------------------------------

let held = null;
let sent = Promise.resolve(); // a release must not overtake its press

function send(form, url) {
  const body = new URLSearchParams(new FormData(form));
  sent = sent.then(() => ask(url, { ...part, method: "POST", body })).catch(lost);
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
