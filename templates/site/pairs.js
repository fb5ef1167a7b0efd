// The first page offers a pair that this visitor has not had: of the language, edition, words and paper they choose.
{
  const find = id => document.getElementById(`pair-${id}`);
  const form = document.querySelector("[data-pairs]");
  const lists = JSON.parse(form.dataset.pairs);
  const [language, edition, words, door] = ["language", "edition", "words", "door"].map(find);
  const editions = [...edition.options];
  const papers = [...form.querySelectorAll("[name=paper]")];

  const place = `wordfleet-pairs ${location.pathname.replace(/[^/]*$/, "")}`;
  const memory = {};
  const recall = key => {
    try { return JSON.parse(localStorage.getItem(place + key)) ?? memory[key]; } catch { return memory[key]; }
  };
  const keep = (key, value) => {
    memory[key] = value;
    try { localStorage.setItem(place + key, JSON.stringify(value)); } catch { /* this page alone remembers it then */ }
  };

  const region = () => {
    try { return navigator.languages.map(tag => new Intl.Locale(tag).region).find(Boolean); } catch { return ""; }
  };
  const mainOf = tag => tag.split("-")[0].toLowerCase();
  const usualLanguage = () => {
    const known = [...language.options].map(option => option.value);
    const wanted = [recall("language"), ...navigator.languages ?? []].filter(Boolean);
    for (const tag of wanted) {
      const found = known.find(one => mainOf(one) === mainOf(tag));
      if (found) return found;
    }
    return known[0];
  };

  // Browsers differ in hiding options, so those that do not fit are taken out.
  const fill = (select, options, value) => {
    select.replaceChildren(...options);
    select.value = value;
    if (select.selectedIndex < 0) select.selectedIndex = 0;
  };
  const group = (label, found) => {
    const made = document.createElement("optgroup");
    made.label = label;
    made.append(...found.map(one => new Option(one.title, one.words)));
    return made;
  };
  const chosen = () => lists[edition.value].find(one => one.words === words.value);
  const paperOf = () => papers.find(paper => paper.checked)?.value;
  const hadOf = (key, count) => {
    const known = recall(key);
    return Array.isArray(known) ? known.filter(number => number >= 1 && number <= count) : [];
  };

  const showPair = () => {
    const list = chosen(), paper = paperOf(), count = list.pairs[paper];
    const key = ` ${edition.value} ${list.words}`, had = hadOf(key, count);
    const numbers = [...Array(count).keys()].map(index => index + 1);
    const free = had.length < count ? numbers.filter(number => !had.includes(number)) : numbers;
    const number = free[Math.floor(Math.random() * free.length)];
    door.href = `pairs/${edition.value}-${list.words}-${paper}-${String(number).padStart(3, "0")}.pdf`;
    door.onclick = event => { take(event, key, had.length < count ? [...had, number] : [number]); };
    door.onauxclick = event => { if (event.button === 1) door.onclick(event); };
    find("new").textContent = `${count - had.length} of ${count} are new to you.`;
  };
  const take = (event, key, had) => {
    keep(key, had);
    for (const [name, field] of Object.entries({language, edition, words})) keep(name, field.value);
    keep("paper", paperOf());
    setTimeout(showPair);  // once the browser has followed the link
  };
  const showPapers = () => {
    const {pairs} = chosen();
    papers.forEach(paper => { paper.parentElement.hidden = !pairs[paper.value]; });
    if (!pairs[paperOf()]) papers.find(paper => pairs[paper.value]).checked = true;
    showPair();
  };
  const showWords = (value = words.value || recall("words") || "standard") => {
    const found = lists[edition.value], themes = found.filter(one => one.theme);
    const plain = found.filter(one => !one.theme);
    const groups = themes.length ? [group("About anything", plain), group("About one thing", themes)]
      : plain.map(one => new Option(one.title, one.words));
    fill(words, groups, value);
    words.parentElement.hidden = found.length < 2;
    if (!found.some(one => one.words === words.value)) words.value = found[0].words;
    showPapers();
  };
  const showEditions = (value = edition.value) => {
    const found = editions.filter(option => option.dataset.language === language.value);
    fill(edition, found, value);
    edition.parentElement.hidden = found.length < 2;
    showWords();
  };
  const choose = slug => {
    const wanted = editions.find(option => option.value === slug);
    if (wanted) {
      language.value = wanted.dataset.language;
      showEditions(slug);
    }
  };

  const usual = recall("paper") ?? (form.dataset.letter.split(" ").includes(region()) ? "letter" : "a4");
  papers.forEach(paper => { paper.checked = paper.value === usual; });
  if (!paperOf()) papers[0].checked = true;
  papers[0].closest("fieldset").hidden = papers.length < 2;
  language.parentElement.hidden = language.options.length < 2;
  language.value = usualLanguage();
  language.addEventListener("change", () => showEditions());
  edition.addEventListener("change", () => showWords());
  words.addEventListener("change", showPapers);
  papers.forEach(paper => paper.addEventListener("change", showPair));
  addEventListener("pageshow", event => { if (event.persisted) showPair(); });

  const follow = () => {
    const [, slug] = location.hash.match(/^#pair-(.+)$/) ?? [];
    if (slug) {
      choose(slug);
      document.getElementById("pair").scrollIntoView();
    }
  };
  document.querySelectorAll("[data-choose]").forEach(link => link.addEventListener("click", event => {
    event.preventDefault();
    choose(link.dataset.choose);
    document.getElementById("pair").scrollIntoView();
    door.focus({preventScroll: true});
  }));
  addEventListener("hashchange", follow);

  form.hidden = false;
  document.querySelector("[data-plain]").hidden = true;
  showEditions(recall("edition") ?? edition.value);
  follow();
}
