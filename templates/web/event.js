// The pages of an event; with web.js before it. None of them needs a script.
"use strict";

document.documentElement.classList.add("live");

// Lists are read as soon as they are dropped or chosen.
all("[data-drop-form]").forEach(dropping => {
  const file = dropping.querySelector("[data-drop]"), zone = file.closest("label");
  all("[data-without]", dropping).forEach(button => { button.hidden = true; });
  file.addEventListener("change", () => { if (file.files.length) dropping.requestSubmit(); });
  dropping.addEventListener("submit", () => {  // a long list takes a while
    const words = zone.querySelector("b");
    if (words && file.files.length) words.textContent = `Reading ${file.files[0].name} …`;
  });
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

// While printing, the page is fetched again every second, and what is new is put in its place.
async function follow() {
  let fresh = null;
  try {
    const answer = await fetch(location.href, {redirect: "manual"});
    fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    all("p[data-live]").forEach(line => { line.textContent = "No answer. It may still be printing."; });
  }
  if (fresh && !fresh.querySelector("[data-printing]")) { location.reload(); return; }
  if (fresh) all("[data-live]", fresh).forEach((one, place) => {
    const old = all("[data-live]")[place];
    if (old.innerHTML !== one.innerHTML) old.replaceChildren(...document.adoptNode(one).childNodes);
  });
  setTimeout(follow, 1000);
}
if (document.querySelector("[data-printing]")) setTimeout(follow, 500);
