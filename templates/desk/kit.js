// A kit's pages are counted as they are ticked, and drawn anew when they are asked for otherwise.
"use strict";

const kit = document.querySelector("[data-kit-form]");
let redrawn = 0;

function count() {
  const pages = all("[data-pages]:checked", kit).reduce((sum, tick) => sum + Number(tick.dataset.pages), 0);
  kit.querySelector("[data-print-count]").textContent = `Print ${pages} ${pages === 1 ? "page" : "pages"}`;
}

async function redraw() {
  const mine = ++redrawn, told = new URLSearchParams(new FormData(kit));
  told.set("do", "look");
  const answer = await fetch(kit.getAttribute("action"), {method: "POST", body: told}).catch(() => null);
  const drawn = answer && new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".leaves");
  if (mine !== redrawn || !drawn || kit.querySelector("button:active")) return;
  const old = kit.querySelector(".leaves");
  all("[data-pages]", drawn).forEach(tick => {
    const was = old.querySelector(`[data-pages][value="${CSS.escape(tick.value)}"]`);
    if (was) tick.checked = was.checked;  // it may have been ticked meanwhile
  });
  old.replaceWith(document.importNode(drawn, true));
  count();
}

const isNew = one => one.name !== "page" && (one.value !== one.defaultValue || one.checked !== one.defaultChecked);
const show = () => all("input, textarea", kit).some(isNew) ? redraw() : count();
kit.addEventListener("change", event => event.target.name === "page" ? count() : redraw());
show();
addEventListener("pageshow", show);  // who comes back finds what they chose
