// --- the verdict as theatre: the style plays it, and what would give it away stands still until the curtain ------

let told = Number(live()?.dataset.ruled ?? 0); // the newest verdict that this page has shown
let behind = null; // the page as it is, while a verdict plays before it

/** Say whether a page brings a verdict to be played; while one plays, hold back what would give it away. */
function stage(page, next, old) {
  const ruled = Number(next.dataset.ruled ?? 0);
  if (Number(next.dataset.scene?.split(" ")[1]) < told) told = 0; // the table has gone on with an older memory
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
  const plays = document.getAnimations?.().some((act) => act.animationName === "curtain");
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
