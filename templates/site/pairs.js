// Each door leads to a pair that this visitor has not had; the first is for the usual paper of their country.
{
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

  const shelves = [...document.querySelectorAll("[data-pairs]")];
  const doorsOf = shelf => [...shelf.querySelectorAll("[data-paper]")];
  const filesOf = (shelf, paper) => [...shelf.querySelectorAll(`[data-list="${paper}"] a`)].map(link => link.href);
  const numbersOf = shelf => [...filesOf(shelf, doorsOf(shelf)[0].dataset.paper).keys()];
  const hadOf = shelf => {
    const known = recall(shelf.dataset.pairs);
    return numbersOf(shelf).filter(number => Array.isArray(known) && known.includes(number));
  };
  const show = () => shelves.forEach(shelf => {
    const had = hadOf(shelf), all = numbersOf(shelf), doors = doorsOf(shelf);
    const free = had.length < all.length ? all.filter(number => !had.includes(number)) : all;
    const number = free[Math.floor(Math.random() * free.length)];
    const usual = recall("paper") ?? (shelf.dataset.letter.split(" ").includes(region()) ? "letter" : "a4");
    const first = doors.find(door => door.dataset.paper === usual) ?? doors[0];
    doors.forEach(door => {
      door.href = filesOf(shelf, door.dataset.paper)[number];
      door.dataset.number = number;
      door.className = door === first ? "door" : "to-print";
      if (door !== first) door.parentElement.append(door);
    });
    shelf.querySelector("[data-new]").textContent = all.length - had.length;
  });
  const take = (shelf, number, paper) => {
    const had = hadOf(shelf);
    keep(shelf.dataset.pairs, had.length < numbersOf(shelf).length ? [...had, number] : [number]);
    keep("paper", paper);
    setTimeout(show); // once the browser has followed the link
  };
  const onTaking = (link, taken) => {
    link.addEventListener("click", taken);
    link.addEventListener("auxclick", event => { if (event.button === 1) taken(); });
  };

  shelves.forEach(shelf => {
    shelf.querySelector("details").open = false;
    shelf.querySelectorAll("[hidden]").forEach(element => { element.hidden = false; });
    doorsOf(shelf).forEach(door => onTaking(door, () => take(shelf, Number(door.dataset.number), door.dataset.paper)));
    shelf.querySelectorAll("[data-list]").forEach(list => list.querySelectorAll("a").forEach((link, number) =>
      onTaking(link, () => take(shelf, number, list.dataset.list))));
  });
  addEventListener("pageshow", show); // as well when somebody comes back to the page
  show();
}
