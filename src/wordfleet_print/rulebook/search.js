// The sections of the rules in which all the words stand that somebody types; the last of them may be unfinished.
{
  const found = document.getElementById("found"), most = 40;
  const { books, places, words, common } = JSON.parse(document.getElementById("search-index").textContent);
  const wordsOf = text => (text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .map(word => word.replace(/s$/, "")).filter(word => word.length > 1);
  const headings = places.map(([, , heading]) => wordsOf(heading));

  // How well each place has a word: best as a whole one, and in its heading.
  const weights = typed => {
    const weighed = new Map();
    for (const [word, where] of Object.entries(words)) {
      if (word.startsWith(typed)) {
        const weight = word === typed ? 2 : 1;
        where.forEach(place => weighed.set(place, Math.max(weighed.get(place) ?? 0, weight)));
      }
    }
    weighed.forEach((weight, place) => {
      if (headings[place].some(word => word.startsWith(typed))) weighed.set(place, 3 * weight);
    });
    return weighed;
  };
  const placesOf = typed => {
    const all = typed.map(weights);
    const score = place => all.reduce((sum, weighed) => sum + weighed.get(place), 0);
    const kept = all.length ? [...all[0].keys()].filter(place => all.every(weighed => weighed.has(place))) : [];
    return kept.sort((a, b) => score(b) - score(a) || a - b);
  };
  const element = (tag, facts, ...inside) => {
    const made = Object.assign(document.createElement(tag), facts);
    made.append(...inside);
    return made;
  };
  const line = place => {
    const [book, anchor, heading] = places[place], [file, title] = books[book];
    const more = anchor ? [" ", element("span", { className: "size" }, title)] : [];
    return element("li", {}, element("a", { href: anchor ? `${file}#${anchor}` : file }, heading), ...more);
  };

  const input = element("input", { id: "looked-for", type: "search", autocomplete: "off", spellcheck: false });
  const status = found.querySelector("[role=status]"), list = found.querySelector("ol");
  const look = () => {
    const asked = wordsOf(input.value), typed = asked.filter(word => !common.includes(word)), kept = placesOf(typed);
    const count = kept.length === 1 ? "1 place" : `${kept.length} places`;
    const only = kept.length > most ? `; the first ${most} are below` : "";
    status.textContent = typed.length ? `${kept.length ? count : "No place"} found${only}.`
      : asked.length ? "That stands nearly everywhere: add a word." : "";
    list.replaceChildren(...kept.slice(0, most).map(line));
    const address = input.value.trim() ? `?${new URLSearchParams({ q: input.value.trim() })}` : location.pathname;
    try { history.replaceState(null, "", address); } catch { /* a browser that keeps addresses of files as they are */ }
  };
  input.addEventListener("input", look);
  input.addEventListener("keydown", event => {
    if (event.key === "Enter" || event.key === "ArrowDown") {
      event.preventDefault();
      list.querySelector("a")?.focus();
    }
  });
  found.querySelector("label").after(input);
  found.hidden = false;
  input.value = new URLSearchParams(location.search).get("q") ?? "";
  look();
}
