// Every page works without a script. This one writes names on the preview while they are typed, updates the preview,
// opens the print window, and counts the seconds while a looked-up sheet is shown.
"use strict";

const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const form = document.querySelector("[data-paper-form]");
const status = document.querySelector("[data-said]");

// Names on the preview: opponents are pairs. A name that no bundled font can print is a line to write on.
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
  const {dataset, width} = line.parentNode, room = width.baseVal.value;
  const full = dataset.full ||= line.getAttribute("font-size");
  line.setAttribute("font-size", full);
  const wide = line.getComputedTextLength();
  if (wide > room) line.setAttribute("font-size", Math.max(dataset.least, full * room / wide).toFixed(2));
  const name = line.textContent;
  for (let end = name.length; end && line.getComputedTextLength() > room; end--) {
    line.textContent = `${name.slice(0, end)}…`;
  }
}
document.fonts.ready.then(() => all(".sheet text").forEach(fit));

function names() {
  const fields = all('input[name$="-name"]', form);
  const called = fields.map(field => field.hasAttribute("aria-invalid") ? "" : field.value.trim().replace(/\s+/g, " "));
  const home = document.querySelector(".home-preview .sheet");
  const sheets = home ? [home] : all(".preview-tab .sheet", form);
  sheets.forEach((sheet, place) => {
    write(sheet, "player", called[place] || "");
    write(sheet, "opponent", called[place ^ 1] || "");
  });
  all("[data-whose]", form).forEach((tab, place) => {
    tab.textContent = `${called[place] || `Player ${place + 1}`}’s`;
  });
}

// The preview of another look is fetched once, and put in the old one's place.
let latest = 0;
async function look() {
  const mine = ++latest, values = new FormData(form), edition = values.get("edition");
  const wanted = all(".preview-tab .sheet", form).map((_, place) => {
    const flags = [values.get("paper")];
    for (const flag of ["eco", "color"])
      if (values.has(flag)) flags.push(flag);
    for (const flag of ["large_print", "left_handed"])
      if (values.has(`players-${place + 1}-${flag}`)) flags.push(flag);
    return flags.join("-");
  });
  const drawn = await Promise.all(wanted.map(async (flags, place) => {
    const address = `/preview/${edition}/${flags}`;
    const image = all(".preview-tab .sheet", form)[place].querySelector("image");
    if (image?.getAttribute("href").startsWith(`${address}.png`)) return null;
    const answer = await fetch(`${address}.html`);
    if (!answer.ok) return null;
    return new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("svg.sheet");
  }));
  if (mine !== latest) return;  // something else was ticked meanwhile
  all(".preview-tab .sheet", form).forEach((sheet, place) => {
    if (drawn[place]) sheet.replaceWith(document.importNode(drawn[place], true));
  });
  names();
}

if (form) {
  form.addEventListener("input", event => {
    if (!event.target.name?.endsWith("-name")) return;
    event.target.removeAttribute("aria-invalid");
    names();
  });
  form.addEventListener("change", event => {
    if (/^(paper|edition|eco|color|players-.*(large_print|left_handed))$/.test(event.target.name || "")) look();
  });
  const show = () => form.elements.paper?.length ? look() : names();
  show();
  addEventListener("pageshow", show);  // a browser that goes back restores what was typed
}

// Printing: the PDF in a hidden frame, if the browser allows it; else in a new tab.
function say(text) { if (status) status.textContent = text; }

async function print(link) {
  say("Preparing the PDF …");
  let address;
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) { location.assign(link.href); return; }
    address = URL.createObjectURL(await answer.blob());
  } catch {
    say("No answer. The program was closed. Start it again.");
    return;
  }
  document.querySelector("iframe.printing")?.remove();
  const frame = document.createElement("iframe");
  frame.className = "printing";
  frame.title = "The PDF that is printed";
  frame.addEventListener("load", () => {
    try {
      frame.contentWindow.focus();
      frame.contentWindow.print();
      say("The print window is open. Print at 100%.");
    } catch {
      open(address, "_blank", "noopener");
      say("Print the PDF that opens in a new tab, at 100%. If none opens, download it.");
    }
  });
  frame.src = address;
  document.body.append(frame);
}

// A phone shows a PDF better by itself; so does a browser without a viewer.
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

// Old problems go when a form is sent.
addEventListener("submit", () => {
  all(".problems[role=alert], .messages").forEach(old => { old.hidden = true; });
  all("[aria-invalid]").forEach(field => field.removeAttribute("aria-invalid"));
});

// Copy a player's link, also over plain HTTP, where browsers have no other clipboard.
all("[data-copy]").forEach(button => {
  button.hidden = false;
  button.addEventListener("click", () => {
    getSelection().selectAllChildren(document.querySelector(button.dataset.copy));
    say(document.execCommand("copy") ? "Copied. Send it to this player only." : "Copy the selected text.");
  });
});

// Own words are checked a moment after the last key.
const CHECK_AFTER = 500;  // milliseconds
const wordList = document.querySelector('textarea[name="words"]');
if (wordList) {
  const place = document.querySelector("[data-words-check]");
  let waiting, asked = "";

  const check = async () => {
    const typed = new FormData(wordList.form), sent = new URLSearchParams();
    for (const name of ["words", "letters", "edition"]) sent.set(name, typed.get(name) || "");
    const question = asked = sent.toString();
    place.hidden = true;
    if (!wordList.value.trim()) return;
    const answer = await fetch("/table/words", {method: "POST", body: sent}).catch(() => null);
    if (!answer?.ok || question !== asked) return;
    const part = new DOMParser().parseFromString(await answer.text(), "text/html");
    place.replaceChildren(...part.body.children);
    place.hidden = false;
  };

  wordList.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(check, CHECK_AFTER);
  });
  wordList.form.addEventListener("change", event => {
    if (/^(letters|edition)$/.test(event.target.name)) check();
  });
}

// Problems first.
document.querySelector("[data-focus]")?.focus();

// The seconds while a looked-up sheet is shown.
const countdown = document.querySelector("[data-countdown]");
if (countdown) {
  const end = performance.now() + 1000 * Number(countdown.textContent);
  const ticking = setInterval(() => {
    const left = Math.ceil((end - performance.now()) / 1000);
    countdown.textContent = Math.max(0, left);
    if (left > 0) return;
    clearInterval(ticking);
    document.querySelector("[data-cover]").click();
  }, 500);
}
