// --- deciding ------------------------------------------------------------------------------------------------

let sending = false;

/** Put a page's live part in this one's place, under its own address, and say if it came; `asker` asks. */
async function go(url, options, asker) {
  let came = false;
  sending = true;
  try {
    const patience = (asker ?? live()).closest("[data-patience]")?.dataset.patience;
    const { text, from } = await ask(url, { ...part, ...options }, patience ? 1_000 * patience : PATIENCE_MS);
    show(text, from);
    answered = Date.now();
    if (asker && !asker.matches("[data-again]")) settle(); // a second tap would be for what has come there
    found();
    came = true;
  } catch {
    lost();
  } finally {
    sending = false;
    document.querySelectorAll("[aria-busy]").forEach((node) => node.removeAttribute("aria-busy"));
  }
  if (live().dataset.events && !stream) connect();
  if (stale) refresh();
  return came;
}

/** Let the page be loaded anew as it is, with what was chosen in it: an answer by its page's own path says that. */
function keepAddress(from, { page, left }) {
  if (!page) return;
  const path = page.split("?")[0];
  const here = from.pathname === path ? path + from.search : page;
  if (path !== location.pathname) {
    if (left) history.replaceState(null, "", left); // so that Back leads to what was chosen there
    history.pushState(null, "", here);
  } else if (here !== location.pathname + location.search) history.replaceState(null, "", here);
}

/** Send a reaction; the page stays as it is, and shows it when it is told of it like all others. */
function react(form, button) {
  const body = new URLSearchParams(new FormData(form));
  body.append(button.name, button.value);
  button.setAttribute("aria-busy", "true");
  const done = () => button.removeAttribute("aria-busy");
  ask(form.getAttribute("action"), { ...part, method: "POST", body }).catch(lost).finally(done);
}

let clicked = null;
document.addEventListener("click", (event) => (clicked = event.target.closest("button")), true);

/** The button that sends a form; Safari before 15.4 does not say which. */
const sender = (event) => event.submitter ?? (clicked?.form === event.target ? clicked : null);

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.getAttribute("method") !== "post" || form.matches("[data-saves]")) return; // a file is the browser's
  event.preventDefault();
  if (form.matches("[data-react]")) return react(form, sender(event));
  if (sending) return;
  const body = new URLSearchParams(new FormData(form));
  const button = sender(event);
  button?.setAttribute("aria-busy", "true");
  if (button?.name) body.append(button.name, button.value);
  go(form.getAttribute("action"), { method: "POST", body }, form);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-in-place]");
  if (!link) return;
  event.preventDefault();
  if (sending) return;
  link.setAttribute("aria-busy", "true");
  go(link.href);
});

document.addEventListener("change", ({ target }) => {
  const { most, large } = target.dataset; // of what is far too large the server would hear the beginning alone
  if (most) target.setCustomValidity(target.files[0]?.size > Number(most) ? large : "");
});

let owed = false; // the page that Back led to has not come: the address is its already

const goBack = async () => (owed = !(await go(location.href)));

addEventListener("popstate", goBack);

// --- whoever looks at another page comes back to the table as it was left, with what was chosen of a call ----------

document.addEventListener("click", ({ target }) => {
  const link = target.closest("a[href]");
  if (!link || link.dataset.inPlace !== undefined) return;
  if (live().dataset.page === "/") {
    const left = new URLSearchParams(location.search);
    left.delete("lang"); // another may be taken meanwhile
    sessionStorage.setItem("left", left);
  } else if (link.getAttribute("href") === "/") link.search = sessionStorage.getItem("left") ?? "";
});

// --- teaching: what was mended of a throw stands, should its page be loaded anew ---------------------------------

document.addEventListener("change", ({ target: { form } }) => {
  if (form?.matches(".lettered")) sessionStorage.setItem("mended", new URLSearchParams(new FormData(form)));
});

addEventListener("pageshow", () => {
  const mended = new URLSearchParams(sessionStorage.getItem("mended") ?? "");
  const form = document.querySelector(".lettered");
  if (form?.elements.number.value !== mended.get("number")) return;
  form.querySelectorAll("[type=radio]").forEach((die) => (die.checked = die.value === mended.get(die.name)));
});

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
