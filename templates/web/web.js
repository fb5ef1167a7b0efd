// The shop needs no script. This one writes names on the paper while they are typed, shows looks before they are
// printed, opens the print window, and counts the umpire's seconds.
"use strict";

const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const form = document.querySelector("[data-paper-form]");
const status = document.querySelector("[data-said]");

// Names on the paper: opponents sit two by two. About what no bundled font has is a line to write on there, too.
const UNSET = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u;
const EMOJI = /\p{Extended_Pictographic}[\p{Emoji_Modifier}\ufe0f\u200d]*/gu;

function write(sheet, kind, name) {
  const line = sheet.querySelector(`text.${kind}`);
  if (!line) return;
  const unset = UNSET.test(name);
  line.classList.toggle("yet", unset);
  line.textContent = unset ? "to write by hand" : name.replace(EMOJI, "").trim();
  fit(line);
}

function fit(line) {
  const {dataset, width} = line.parentNode, room = width.baseVal.value, full = dataset.full ||= line.getAttribute("font-size");
  line.setAttribute("font-size", full);
  const wide = line.getComputedTextLength();
  if (wide > room) line.setAttribute("font-size", Math.max(dataset.least, full * room / wide).toFixed(2));
  const name = line.textContent;
  for (let end = name.length; end && line.getComputedTextLength() > room; end--) line.textContent = `${name.slice(0, end)}…`;
}
document.fonts.ready.then(() => all(".sheet text").forEach(fit));

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

if (form) {
  form.addEventListener("input", event => {
    if (!event.target.name?.startsWith("captain-")) return;
    event.target.removeAttribute("aria-invalid");
    names();
  });
  form.addEventListener("change", event => {
    if (/^(paper|edition|kind|left-|large-)/.test(event.target.name || "")) look();
  });
  const show = () => form.elements.paper?.length ? look() : names();
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
  frame.addEventListener("load", () => {
    try {
      frame.contentWindow.focus();
      frame.contentWindow.print();
      say("The print window is open. Print at 100 %.");
    } catch {
      open(address, "_blank", "noopener");
      say("Print the PDF that opens beside this page, at 100 %; if none does, download it.");
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

// What was to be mended is mended, or told again.
addEventListener("submit", () => {
  all(".faults[role=alert], .told").forEach(faults => faults.remove());
  all("[aria-invalid]").forEach(field => field.removeAttribute("aria-invalid"));
});

// A captain's link is copied, also over plain HTTP, where browsers have no other clipboard.
all("[data-copy]").forEach(button => {
  button.hidden = false;
  button.addEventListener("click", () => {
    getSelection().selectAllChildren(document.querySelector(button.dataset.copy));
    say(document.execCommand("copy") ? "Copied: send it to its captain alone." : "Copy what is marked.");
  });
});

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
