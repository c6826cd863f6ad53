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
  if (!circle || sending || !event.isPrimary) return; // a second finger does not take the circle from the first
  const [x, y, radius] = Object.values(NAMES).map((name) => Number(circle.getAttribute(name)));
  const from = placed(picture, event);
  const away = Math.hypot(from.x - x, from.y - y);
  fitting = { id: event.pointerId, picture, circle, from, away, x, y, radius, sizes: away > GRIP * radius };
  picture.setPointerCapture(event.pointerId);
  event.preventDefault();
});

document.addEventListener("pointermove", (event) => {
  if (fitting?.id !== event.pointerId) return;
  const { picture, circle, from, away, x, y, radius, sizes } = fitting;
  const to = placed(picture, event);
  const fit = sizes
    ? { radius: radius + Math.hypot(to.x - x, to.y - y) - away }
    : { x: x + to.x - from.x, y: y + to.y - from.y };
  for (const [field, value] of Object.entries(fit)) circle.setAttribute(NAMES[field], Math.max(0, value));
  fitting.moved = true;
});

for (const name of ["pointerup", "pointercancel"])
  addEventListener(name, ({ pointerId }) => {
    if (fitting?.id !== pointerId) return;
    const fit = fitting;
    fitting = null;
    if (!fit.moved) return;
    fit.picture.setAttribute("aria-busy", "true"); // no tap counts meanwhile
    const form = document.getElementById(fit.picture.dataset.fit);
    const body = new URLSearchParams(new FormData(form));
    body.set("do", "fit");
    for (const [field, attribute] of Object.entries(NAMES))
      body.set(field, Math.round(Number(fit.circle.getAttribute(attribute))));
    go(form.getAttribute("action"), { method: "POST", body }, fit.picture).then((came) => came || putBack(fit));
  });

/** Lay the circle where the table has it: what did not arrive must not look as if it did. */
function putBack({ circle, ...fit }) {
  for (const [field, attribute] of Object.entries(NAMES)) circle.setAttribute(attribute, fit[field]);
}
