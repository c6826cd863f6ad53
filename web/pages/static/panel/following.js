// --- asking the table ----------------------------------------------------------------------------------------

/** Ask for a page; what has not come in time never will: a network that is lost says nothing. */
async function ask(url, options, patience_ms = PATIENCE_MS) {
  const gives = new AbortController();
  const late = setTimeout(() => gives.abort(), patience_ms);
  try {
    const answer = await fetch(url, { cache: "no-store", ...options, signal: gives.signal });
    const came = { status: answer.status, text: await answer.text(), from: new URL(answer.url) };
    if (came.status === 503) readWhy(parse(came.text));
    return came;
  } finally {
    clearTimeout(late);
  }
}

const usual = document.getElementById("lost").textContent;
let why = ""; // what a table that can't start says, until it has: between its tries nobody answers

/** Read that, in this page's language; the reason itself is the log's, in English. */
function readWhy(page) {
  const said = page.querySelector(`[data-shut][lang="${document.documentElement.lang}"]`);
  if (said) why = `${said.textContent.trim()} (${page.querySelector("[data-why]").textContent})`;
}

/** What nobody tapped for is shown only where the table answers: one bad answer must not stand there for good. */
async function look(url, options) {
  const { status, text } = await ask(url, options);
  if (status === 429 || status >= 500) throw new Error(`${url} answered ${status}`);
  return text;
}

// --- following the table -------------------------------------------------------------------------------------

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
    while (stale && live().dataset.source) {
      stale = false;
      const before = shown;
      const text = await look(live().dataset.source, part);
      if (!sending && shown === before) show(text);
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

let stream = null;
let heard = Date.now();
let lostTimer = 0;
let pollTimer = 0;
let nextTry = 0;

function found() {
  heard = Date.now();
  clearTimeout(lostTimer);
  clearTimeout(nextTry);
  lostTimer = nextTry = 0;
  why = "";
  sayLost(false);
  if (owed && !sending) goBack();
}

/** Say so, and try again soon: what was open to a network that was lost may never say that it is back. */
function lost() {
  sayLost(true);
  clearTimeout(nextTry);
  nextTry = setTimeout(wakeUp, POLL_MS);
}

/** Say whether the connection is lost, and why: that moves all that may be tapped down, and up again. */
function sayLost(isLost) {
  const line = document.getElementById("lost");
  if (line.hidden !== isLost && (!isLost || line.textContent === (why || usual))) return;
  if (isLost) line.textContent = why || usual;
  line.hidden = !isLost;
  settle();
}

let missed = false; // a table that was started anew counts its revisions from 0 again

function hear(event) {
  found();
  if (missed || event.data !== live().dataset.revision) refresh();
  missed = false;
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
    if (!lostTimer) lostTimer = setTimeout(lost, LOST_MS);
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
      hear({ data: await look("/revision") });
    } catch {
      lost();
    }
  }, POLL_MS);
}

function wakeUp() {
  if (document.hidden) return disconnect();
  if (owed) return goBack();
  connect();
  if (live().dataset.source) refresh();
  else sign();
}

/** Give a sign; a page that follows nothing learns by it that the table is there again. */
const sign = () => look("/revision").then(() => live().dataset.source || found(), lost);

setInterval(() => {
  if (stream && Date.now() - heard > SILENCE_MS) lost();
}, 5_000);
setInterval(() => {
  if (!document.hidden) sign();
}, SIGN_MS);
document.addEventListener("visibilitychange", wakeUp);
addEventListener("pageshow", (event) => (event.persisted ? wakeUp() : connect()));
addEventListener("online", wakeUp);
addEventListener("offline", lost);
