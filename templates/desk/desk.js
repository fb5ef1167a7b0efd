// The shop needs no script. This one writes names on the paper while they are typed, shows looks before they are
// printed, opens the print window, and counts the umpire's seconds.
"use strict";

const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const form = document.querySelector("[data-paper-form]");
const status = document.querySelector("[data-said]");

// Names on the paper: opponents sit two by two.
function write(sheet, kind, text) {
  const line = sheet.querySelector(`text.${kind}`);
  if (!line) return;
  const room = line.parentNode.width.baseVal.value, full = parseFloat(line.parentNode.dataset.full || line.getAttribute("font-size"));
  line.parentNode.dataset.full = full;
  line.setAttribute("font-size", full);
  line.textContent = text;
  const width = line.getComputedTextLength();
  if (width > room) line.setAttribute("font-size", Math.max(full * .72, full * room / width).toFixed(2));
}

function names() {
  const fields = all('input[name^="captain-"]', form);
  const called = fields.map(field => field.hasAttribute("aria-invalid") ? "" : field.value.trim().replace(/\s+/g, " "));
  const home = document.querySelector(".home-paper .sheet");
  const sheets = home ? [home] : all(".look .sheet", form);
  sheets.forEach((sheet, place) => {
    write(sheet, "captain", called[place] || "");
    write(sheet, "opponent", called[place ^ 1] || "");
  });
  all("[data-whose]", form).forEach((tab, place) => { tab.textContent = `${called[place] || `Captain ${place + 1}`}’s`; });
}

// Looks: the paper of another is fetched once, and put in the old one's place.
let asked = 0;
async function look() {
  const mine = ++asked, told = new FormData(form), edition = told.get("edition");
  const wanted = all(".look .sheet", form).map((_, place) => {
    const flags = [told.get("paper")];
    if (told.getAll("kind").includes("eco")) flags.push("eco");
    if (told.has(`large-${place + 1}`)) flags.push("large");
    if (told.has(`left-${place + 1}`)) flags.push("left");
    return flags.join("-");
  });
  const drawn = await Promise.all(wanted.map(async (flags, place) => {
    const {look, edition: old} = all(".look .sheet", form)[place].dataset;
    if (look === flags && old === edition) return null;
    const answer = await fetch(`/preview/${edition}/${flags}.html`);
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("svg.sheet") : null;
  }));
  if (mine !== asked) return;  // somebody has ticked something else by now
  all(".look .sheet", form).forEach((sheet, place) => {
    if (drawn[place]) sheet.replaceWith(document.importNode(drawn[place], true));
  });
  names();
}

// Paper, kinds, tier and themes are remembered here, on this machine; words and names never.
const KEPT = "wordfleet-print";
function remember() {
  try {
    const told = new FormData(form);
    localStorage.setItem(KEPT, JSON.stringify({paper: told.get("paper"), eco: told.getAll("kind").includes("eco"), tier: told.get("tier"), themes: told.getAll("theme")}));
  } catch { /* a browser that keeps nothing */ }
}
function recall() {
  if (!form.elements.paper?.length || document.querySelector(".faults, [aria-invalid]") || form.querySelector('input[name="captain-1"]').value) return;
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) || "{}");
    const paper = kept.paper && form.querySelector(`input[name=paper][value="${CSS.escape(kept.paper)}"]`);
    if (paper) paper.checked = true;
    const tier = kept.tier && form.querySelector(`input[name=tier][value="${CSS.escape(kept.tier)}"]`);
    if (tier) tier.checked = true;
    for (const theme of kept.themes || []) all(`input[name=theme][value="${CSS.escape(theme)}"]`, form).forEach(tick => { tick.checked = true; });
    if (kept.eco) form.querySelector('input[name=kind][value="eco"]').checked = true;
  } catch { /* nothing kept, or not ours */ }
}

if (form) {
  form.addEventListener("input", event => {
    if (!event.target.name?.startsWith("captain-")) return;
    event.target.removeAttribute("aria-invalid");
    names();
  });
  form.addEventListener("change", event => {
    if (/^(paper|edition|kind|left-|large-)/.test(event.target.name || "")) look().then(remember);
    if (/^(tier|theme)$/.test(event.target.name || "")) remember();
  });
  const show = () => form.elements.paper?.length ? look() : names();
  recall();
  show();
  addEventListener("pageshow", show);  // who comes back finds what they typed, and the paper with it
}

// Printing: the PDF in a hidden frame, where the browser lets us; else in a tab of its own. Download stands beside it.
function say(text) { if (status) status.textContent = text; }

async function print(link) {
  say("Setting the type …");
  let address;
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) { location.assign(link.href); return; }
    address = URL.createObjectURL(await answer.blob());
  } catch {
    say("The shop does not answer. Is it still running?");
    return;
  }
  document.querySelector("iframe.printing")?.remove();
  const frame = document.createElement("iframe");
  frame.className = "printing";
  frame.title = "What is being printed";
  frame.hidden = false;
  frame.addEventListener("load", () => {
    try {
      frame.contentWindow.focus();
      frame.contentWindow.print();
      say("The print window shows everything. Print at 100 %.");
    } catch {
      open(address, "_blank", "noopener");
      say("Your browser opens the PDF beside this page: print it from there, at 100 %.");
    }
  });
  frame.src = address;
  document.body.append(frame);
}

// A phone shows a PDF by itself, and better; so does a browser that has no viewer inside.
const framed = navigator.pdfViewerEnabled !== false && !matchMedia("(pointer: coarse)").matches;

all("[data-print]").forEach(link => link.addEventListener("click", event => {
  if (!framed || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  print(link);
}));
if (location.hash === "#print") {
  history.replaceState(null, "", location.pathname);
  const main = document.querySelector('[data-print="main"]');
  if (main && framed) print(main);
}

// A kit's pages are counted as they are ticked.
const ticks = all("[data-pages]"), counted = document.querySelector("[data-print-count]");
ticks.forEach(tick => tick.addEventListener("change", () => {
  const pages = ticks.reduce((sum, one) => sum + (one.checked ? Number(one.dataset.pages) : 0), 0);
  counted.textContent = `Print ${pages} ${pages === 1 ? "page" : "pages"}`;
}));

// A captain's link is copied, where the browser can.
all("[data-copy]").forEach(link => link.addEventListener("click", event => {
  if (!navigator.clipboard) return;
  event.preventDefault();
  navigator.clipboard.writeText(link.href).then(() => say("Copied: send it to its captain alone."));
}));

// Faults first.
document.querySelector("[data-focus]")?.focus();

// The umpire's seconds.
const countdown = document.querySelector("[data-countdown]");
if (countdown) {
  const end = performance.now() + 1000 * Number(countdown.textContent);
  setInterval(() => {
    const left = Math.ceil((end - performance.now()) / 1000);
    countdown.textContent = Math.max(0, left);
    if (left <= 0) location.reload();
  }, 500);
}
