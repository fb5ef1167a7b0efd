// The pages of an event; with web.js before it. None of them needs a script.
"use strict";

document.documentElement.classList.add("live");

// Lists are read as soon as they are dropped or chosen.
all("[data-drop-form]").forEach(dropping => {
  const file = dropping.querySelector("[data-drop]"), zone = file.closest("label");
  all("[data-without]", dropping).forEach(button => { button.hidden = true; });
  file.addEventListener("change", () => { if (file.files.length) dropping.requestSubmit(); });
  ["dragenter", "dragover"].forEach(name => zone.addEventListener(name, event => { event.preventDefault(); zone.classList.add("over"); }));
  ["dragleave", "drop"].forEach(name => zone.addEventListener(name, () => zone.classList.remove("over")));
  zone.addEventListener("drop", event => {
    event.preventDefault();
    if (!event.dataTransfer.files.length) return;
    file.files = event.dataTransfer.files;
    dropping.requestSubmit();
  });
});

all("[data-print-form]").forEach(asking => asking.addEventListener("submit", event => {
  event.preventDefault();
  print({href: `${asking.action}?${new URLSearchParams(new FormData(asking))}`});
}));

// At the press: the server tells of it; where its stream fails, falls silent or the network goes, it is asked every two
// seconds.
const press = document.querySelector("[data-progress]");
if (press) {
  const lead = document.querySelector("[data-lead]"), aloud = document.querySelector("[data-status]");
  const bar = press.querySelector("progress"), squares = all(".grid10 rect", press), parts = press.querySelector("[data-parts]");
  const first = lead.textContent;
  let failures = 0, stream = null, tenth = -1, state = press.dataset.state, heard = performance.now();
  const show = told => {
    failures = 0;
    heard = performance.now();
    if (["done", "stopped", "failed"].includes(told.state)) { stream?.close(); location.replace(press.dataset.end); return; }
    if (state !== told.state && (state === "waiting" || told.state === "stopping")) { stream?.close(); location.reload(); return; }
    state = told.state;
    squares.forEach((square, place) => square.classList.toggle("hit", place < told.percent));
    bar.value = told.percent;
    if (told.state === "printing") lead.textContent = `${told.percent} % of ${told.pages.toLocaleString("en")} pages. Close this page if you like; the press goes on.`;
    else if (told.state === "waiting") lead.textContent = `${told.before ? `${told.before} before yours` : "Yours is next"}. Close this page if you like; it keeps its turn.`;
    if (told.parts.length) parts.replaceChildren(...told.parts.map((part, place) => {
      const item = document.createElement("li");
      item.textContent = part;
      if (place >= told.part) item.className = place === told.part ? "now" : "later";
      return item;
    }));
    const now = told.state === "waiting" ? -1 - told.before : Math.floor(told.percent / 10);
    if (now !== tenth) { tenth = now; aloud.textContent = lead.textContent; }
  };
  const ask = async () => {
    try {
      const answer = await fetch(press.dataset.progress, {headers: {Accept: "application/json"}});
      if (answer.status === 404) { location.replace(press.dataset.end); return; }
      if (!answer.ok) throw new Error(answer.status);
      show(await answer.json());
    } catch {
      failures += 1;
      lead.textContent = failures > 1 ? "The shop does not answer. It may still be printing; this page goes on asking." : first;
    }
    setTimeout(ask, 2000);
  };
  const poll = () => { if (stream) { stream.close(); stream = null; ask(); } };
  try {
    stream = new EventSource(press.dataset.progress);
    stream.addEventListener("message", event => show(JSON.parse(event.data)));
    stream.addEventListener("beat", () => { heard = performance.now(); });
    stream.addEventListener("error", () => { failures += 1; if (failures > 1) poll(); });
    addEventListener("offline", poll);
    setInterval(() => { if (performance.now() - heard > 40_000) poll(); }, 5_000);
  } catch { ask(); }
}
