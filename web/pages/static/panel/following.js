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
