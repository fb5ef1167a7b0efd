// The pages of an event; with web.js before it. None of them needs a script.
"use strict";

document.documentElement.classList.add("live");

// Lists are read as soon as they are dropped or chosen.
all("[data-drop-form]").forEach(dropping => {
  const file = dropping.querySelector("[data-drop]"), zone = file.closest("label");
  all("[data-without]", dropping).forEach(button => { button.hidden = true; });
  file.addEventListener("change", () => { if (file.files.length) dropping.requestSubmit(); });
  ["dragenter", "dragover"].forEach(name => zone.addEventListener(name, event => {
    event.preventDefault();
    zone.classList.add("over");
  }));
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

// While printing, the server sends events; if the stream fails or falls silent, the script asks every two seconds.
const printing = document.querySelector("[data-progress]");
if (printing) {
  const lead = document.querySelector("[data-lead]"), aloud = document.querySelector("[data-status]");
  const bar = printing.querySelector("progress"), squares = all(".grid10 rect", printing);
  const first = lead.textContent;
  let failures = 0, stream = null, tenth = -1, state = printing.dataset.state, heard = performance.now();
  const show = progress => {
    failures = 0;
    heard = performance.now();
    if (["done", "stopped", "failed"].includes(progress.state)) {
      stream?.close();
      location.replace(printing.dataset.end);
      return;
    }
    if (state !== progress.state && (state === "waiting" || progress.state === "stopping")) {
      stream?.close();
      location.reload();
      return;
    }
    state = progress.state;
    squares.forEach((square, place) => square.classList.toggle("hit", place < progress.percent));
    bar.value = progress.percent;
    const done = `${progress.percent} % of ${progress.pages.toLocaleString("en")} pages`;
    const turn = progress.before ? `${progress.before} before yours` : "Yours is next";
    if (progress.state === "printing") lead.textContent = `${done}. You can close this page; printing goes on.`;
    else if (progress.state === "waiting") lead.textContent = `${turn}. You can close this page.`;
    const now = progress.state === "waiting" ? -1 - progress.before : Math.floor(progress.percent / 10);
    if (now !== tenth) { tenth = now; aloud.textContent = lead.textContent; }
  };
  const ask = async () => {
    try {
      const answer = await fetch(printing.dataset.progress, {headers: {Accept: "application/json"}});
      if (answer.status === 404) { location.replace(printing.dataset.end); return; }
      if (!answer.ok) throw new Error(answer.status);
      show(await answer.json());
    } catch {
      failures += 1;
      lead.textContent = failures > 1 ? "No answer. It may still be printing; this page keeps asking." : first;
    }
    setTimeout(ask, 2000);
  };
  const poll = () => { if (stream) { stream.close(); stream = null; ask(); } };
  try {
    stream = new EventSource(printing.dataset.progress);
    stream.addEventListener("message", event => show(JSON.parse(event.data)));
    stream.addEventListener("beat", () => { heard = performance.now(); });
    stream.addEventListener("error", () => { failures += 1; if (failures > 1) poll(); });
    addEventListener("offline", poll);
    setInterval(() => { if (performance.now() - heard > 40_000) poll(); }, 5_000);
  } catch { ask(); }
}
