/* The state of the table: scenario, options, house rules and turn of each book, one entry a book on the device; nothing is sent. It is shown in
   one line on each page of the book, and what is not played is marked there. What is kept may be anything, and is set as text. */
(() => {
  "use strict";
  const LAST = 9999;
  const banner = document.querySelector("[data-rw-book]");
  const place = document.querySelector("[data-rw-table-of]"); // on a page without a banner
  const nameOf = (folder) => `rulewright-table-${folder}`;
  const text = (one) => (typeof one === "string" ? one : "");
  const texts = (several) => (Array.isArray(several) ? several.filter((one) => typeof one === "string") : []);
  const fields = (one) => (one !== null && typeof one === "object" ? one : {});
  const turnOf = (one) => (Number.isInteger(one) && one > 0 && one <= LAST ? one : null);

  /** What is kept for a book, each field of its kind: empty, or null of a turn, where there is nothing. */
  function read(folder) {
    let kept = null;
    try { kept = JSON.parse(localStorage.getItem(nameOf(folder))); } catch { /* nothing is kept, or not by us */ }
    const { scenario, games, options, readings, house, said, turn, ticked, before } = fields(kept);
    return {
      scenario: text(scenario), games: texts(games), options: texts(options), house: text(house), said: texts(said), turn: turnOf(turn), before: fields(before),
      readings: Object.fromEntries(Object.entries(fields(readings)).filter(([, choice]) => text(choice))),
      ticked: Object.fromEntries(Object.entries(fields(ticked)).map(([edition, steps]) => [edition, texts(steps)])),
    };
  }

  /** Keeps what is another now. */
  function keep(folder, changed) {
    const entry = Object.entries({ ...read(folder), ...changed }).filter(([, one]) => one && (typeof one !== "object" || Object.keys(one).length));
    try {
      if (entry.length) localStorage.setItem(nameOf(folder), JSON.stringify(Object.fromEntries(entry)));
      else localStorage.removeItem(nameOf(folder));
    } catch { /* a device that keeps nothing */ }
    document.dispatchEvent(new Event("rulewright-table"));
  }

  /** Whether something was chosen of what a game may be played with. */
  const isChosen = (table) => Boolean(table.scenario || table.house || [table.games, table.options, Object.keys(table.readings)].some((one) => one.length));

  globalThis.rulewrightTable = { LAST, isChosen, keep, read, turnOf };
  if (!banner && !place) return;

  // ---- the line, and the marks ---------------------------------------------------------------------------------------------------

  const folder = banner ? banner.dataset.rwBook : place.dataset.rwTableOf;
  const page = banner ? "scenarios.html" : place.querySelector("a").getAttribute("href");
  const line = place || made("p", "rw-state");
  line.setAttribute("role", "status");
  let cleared = null; // what was taken away by the line's button

  function made(name, cls, ...parts) {
    const one = document.createElement(name);
    one.className = cls;
    one.append(...parts);
    return one;
  }

  function button(words, act) {
    const one = made("button", "", words);
    one.type = "button";
    one.addEventListener("click", () => {
      act();
      const next = line.querySelector("button, a");
      if (next) next.focus();
    });
    return one;
  }

  function link(words, href) {
    const one = made("a", "", words);
    one.href = href;
    return one;
  }

  function clear() {
    const { said, ...others } = read(folder);
    cleared = { said, ...others };
    keep(folder, { scenario: "", games: [], options: [], readings: {}, house: "", said: [], turn: null, ticked: {}, before: {} });
  }

  function show() {
    const table = read(folder);
    const isSet = isChosen(table) || table.turn !== null;
    if (isSet) cleared = null;
    const words = [...(table.turn === null ? [] : [`Turn ${table.turn}`]), ...(isChosen(table) ? table.said : [])].join(" · ");
    line.hidden = !isSet && !cleared;
    if (banner && line.hidden) line.remove();
    else if (banner && !line.isConnected) banner.after(line);
    if (isSet) line.replaceChildren(made("span", "rw-state-is", made("span", "rw-state-lead", "At this table: "), made("b", "", words)), link("Change", page), link("Send", `${page}#send`), button("Clear", clear));
    else if (cleared) line.replaceChildren(made("span", "rw-state-is", "Nothing is set for this table now."), button("Undo", () => keep(folder, cleared)));
    mark(table);
  }

  /** Marks what is of an option that is off or of another scenario, and the choices of readings that this table plays. */
  function mark(table) {
    const isIn = isChosen(table);
    for (const one of document.querySelectorAll("[data-rw-option], [data-rw-scenario]")) {
      const { rwOption: option, rwScenario: scenarios } = one.dataset;
      const isOut = isIn && Boolean((option && !table.options.includes(option)) || (scenarios && table.scenario && !scenarios.split(" ").includes(table.scenario)));
      const note = one.querySelector(":scope > .rw-unplayed");
      one.classList.toggle("rw-not-played", isOut);
      if (!isOut && note) note.remove();
      if (isOut && !note && !one.parentElement.closest(".rw-not-played")) one.prepend(made("span", "rw-unplayed", "Not played at this table. "));
    }
    for (const one of document.querySelectorAll("[data-rw-choice]")) {
      const [reading, choice] = one.dataset.rwChoice.split(" ");
      const isSo = table.readings[reading] === choice;
      const note = one.querySelector(":scope > .rw-played-so");
      if (!isSo && note) note.remove();
      if (isSo && !note) one.prepend(made("span", "rw-badge rw-badge-play rw-played-so", "played so at this table"));
    }
  }

  show();
  document.addEventListener("rulewright-table", show);
  addEventListener("storage", ({ key }) => key === nameOf(folder) && document.dispatchEvent(new Event("rulewright-table")));
})();
