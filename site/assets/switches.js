/* The page of what a game is played with: its switches set the state of the table. A link holds the whole state behind its `#`:

     scenarios.html#table=&e=EDITION&s=SCENARIO&g=GAME&o=OPTION&r=READING~CHOICE&turn=3&house=WORDS

   A link that is opened shows what it would set, and sets nothing until that is tapped. What the book does not have is named and left out. */
(() => {
  "use strict";
  const T = globalThis.rulewrightTable;
  const banner = document.querySelector("[data-rw-book]");
  const given = document.querySelector("[data-rw-given]");
  if (!T || !banner || !given) return;
  const LONGEST = 1000;
  const MOST_NAMED = 8; // things of a link that the book does not have
  const folder = banner.dataset.rwBook;
  const here = document.currentScript.src;
  const all = [...document.querySelectorAll("[data-rw-switch]")];
  const inputs = (kind) => all.filter((one) => one.dataset.rwSwitch === kind);
  const [house] = inputs("house");
  const [turn] = inputs("turn");
  const editions = document.querySelector("[data-rw-editions]");
  const send = document.querySelector("[data-rw-send]");
  const [link, copy, qr, code] = ["link", "copy", "qr", "code"].map((name) => send.querySelector(`[data-rw-${name}]`));

  const words = (one) => (one ? one.split(" ") : []);
  const of = (kind, value) => inputs(kind).find((one) => one.value && (one.value === value || words(one.dataset.former).includes(value)));
  const chosen = (kind) => inputs(kind).filter((one) => one.checked && one.value);
  const titles = (several) => several.map((one) => one.dataset.title);

  // ---- switches ------------------------------------------------------------------------------------------------------------------

  /** What is chosen, with the words of the line that shows it. In another turn nothing is ticked yet. */
  function stateOfSwitches() {
    const table = T.read(folder);
    const number = turn ? T.turnOf(Number(turn.value)) : null;
    const asBefore = !turn || number === table.turn || (turn.value.trim() && number === null); // what is no turn changes nothing
    const [scenario, readings] = [chosen("s"), chosen("r")];
    const count = readings.length + house.value.split("\n").filter((one) => one.trim()).length;
    return {
      scenario: scenario.length ? scenario[0].value : "", games: chosen("g").map((one) => one.value), options: chosen("o").map((one) => one.value),
      readings: Object.fromEntries(readings.map((one) => one.value.split("~"))), house: house.value.trim().slice(0, LONGEST),
      said: [...titles([...scenario, ...chosen("g"), ...chosen("o")]), ...(count ? [`${count} house rule${count === 1 ? "" : "s"}`] : [])],
      ...(asBefore ? {} : { turn: number, ticked: {}, before: {} }),
    };
  }

  function isOn({ dataset: { rwSwitch: kind }, value }, table) {
    const several = { s: [table.scenario], g: table.games, o: table.options, r: Object.entries(table.readings).map((one) => one.join("~")) }[kind];
    return several.includes(value);
  }

  function show() {
    const table = T.read(folder);
    for (const one of all) if (one.type !== "text" && one !== house && one.value) one.checked = isOn(one, table);
    for (const one of all) if (one.type === "radio" && !one.value) one.checked = !all.some((other) => other.name === one.name && other.value && other.checked);
    if (document.activeElement !== house) house.value = table.house;
    if (turn) turn.value = table.turn ?? "";
    link.href = `#${written(table)}`;
    copy.textContent = "Copy the link";
    code.replaceChildren();
    qr.setAttribute("aria-expanded", "false");
  }

  for (const one of all) {
    one.disabled = false;
    one.addEventListener(one === house ? "input" : "change", () => {
      if (one.checked) for (const name of words(one.dataset.excludes)) of("o", name).checked = false;
      T.keep(folder, stateOfSwitches());
    });
  }

  // ---- a link --------------------------------------------------------------------------------------------------------------------

  const readEdition = () => banner.dataset.rwReads || banner.dataset.rwNow;

  function written(table) {
    const query = new URLSearchParams([["table", ""], ["e", readEdition()]]);
    if (table.scenario) query.append("s", table.scenario);
    for (const one of table.games) query.append("g", one);
    for (const one of table.options) query.append("o", one);
    for (const one of Object.entries(table.readings)) query.append("r", one.join("~"));
    if (table.turn !== null) query.append("turn", table.turn);
    if (table.house) query.append("house", table.house);
    return query;
  }

  const CALLED = { e: "edition", s: "scenario", g: "game", o: "option", r: "reading", turn: "turn" };

  /** What a link would set, and what of it the book does not have. */
  function read(query) {
    const found = { table: { scenario: "", games: [], options: [], readings: {}, house: "", turn: null }, edition: readEdition(), strange: [] };
    const { table, strange } = found;
    for (const [name, value] of query) {
      const one = of(name, name === "r" ? present(value) : value);
      if (name === "house") table.house = value.slice(0, LONGEST);
      else if (name === "e" && (value === banner.dataset.rwNow || optionOf(value))) found.edition = value;
      else if (name === "turn" && turn && T.turnOf(Number(value))) table.turn = Number(value);
      else if (name === "s" && one) table.scenario = one.value;
      else if (name === "g" && one) table.games = [one.value];
      else if (name === "o" && one && words(one.dataset.excludes).some((other) => table.options.includes(other))) strange.push(`option “${one.dataset.title}”, which is not played together with another one of the link`);
      else if (name === "o" && one) table.options.push(one.value);
      else if (name === "r" && one) table.readings[one.value.split("~")[0]] = one.value.split("~")[1];
      else if (name !== "table") strange.push(`${CALLED[name] || "field"} “${CALLED[name] ? value : name}”`);
    }
    if (table.turn === null) table.turn = T.read(folder).turn; // a link without one leaves the turn
    return found;
  }

  /** A choice of a reading with the name that the reading has today. */
  function present(value) {
    const [name, choice] = value.split("~");
    const one = inputs("r").find((other) => words(other.dataset.former).includes(name));
    return one ? `${one.value.split("~")[0]}~${choice}` : value;
  }

  const optionOf = (edition) => editions && [...editions.options].find((one) => one.value === `as ${edition}`);
  const titleOfEdition = (name) => (optionOf(name) ? optionOf(name).dataset.title : "as it is now");
  const titleOf = (kind, value) => (of(kind, value) || { dataset: { title: value } }).dataset.title;

  /** A state as lines: what is set of each kind. */
  function lines(table, edition) {
    const readings = Object.entries(table.readings).map((one) => [inputs("r").find((other) => other.value === one.join("~"))].filter(Boolean)).flat();
    const rows = [
      ["Edition", editions ? titleOfEdition(edition) : ""],
      ["Scenario", table.scenario && titleOf("s", table.scenario)],
      ["Game", table.games.map((one) => titleOf("g", one)).join(", ")],
      ["Options", table.options.map((one) => titleOf("o", one)).sort().join(", ")],
      ["House rules", readings.map((one) => `${one.closest("[aria-label]").getAttribute("aria-label")}: ${one.dataset.title}`).sort().join("; ")],
      ["In own words", table.house],
      ["Turn", table.turn === null ? "" : `${table.turn}`],
    ];
    return new Map(rows);
  }

  function made(name, cls, ...parts) {
    const one = document.createElement(name);
    if (cls) one.className = cls;
    one.append(...parts);
    return one;
  }

  function button(text, act, cls = "") {
    const one = made("button", cls, text);
    one.type = "button";
    one.addEventListener("click", act);
    return one;
  }

  /** Shows what a link would set beside what is set here. */
  function ask() {
    const query = new URLSearchParams(location.hash.slice(1));
    if (query.get("table") === null) return;
    const found = read(query);
    const mine = T.read(folder);
    const now = lines(mine, readEdition());
    const rows = [...lines(found.table, found.edition)].filter(([kind, then]) => then !== now.get(kind));
    const none = (text) => text || "none";
    const parts = [made("h2", "", "A link sets a table")];
    if (rows.length) {
      parts.push(made("p", "", "Nothing of it is set yet. It would set:"), made("dl", "rw-given-rows", ...rows.flatMap(([kind, then]) => [made("dt", "", kind), made("dd", "", made("b", "", none(then)), " ", made("small", "", `now: ${none(now.get(kind))}`))])));
    } else parts.push(made("p", "", "This table is set so already."));
    if (found.strange.length) {
      const more = found.strange.length - MOST_NAMED;
      parts.push(made("p", "rw-small", `Not in this book, and left out: ${found.strange.slice(0, MOST_NAMED).join("; ")}${more > 0 ? `; and ${more} more` : ""}.`));
    }
    const close = () => {
      history.replaceState(null, "", location.pathname + location.search);
      given.hidden = true;
    };
    const take = () => {
      const edition = readEdition();
      close();
      set(found.table, found.edition);
      given.replaceChildren(made("p", "", "The table is set as the link has it. ", button("Undo", () => {
        T.keep(folder, mine);
        readAs(edition);
        given.hidden = true;
        banner.scrollIntoView();
      })));
      given.hidden = false;
      given.querySelector("button").focus();
    };
    const choice = rows.length ? [button("Take it over", take, "rw-main"), button("Keep mine", close)] : [button("Close", close)];
    given.replaceChildren(...parts, made("p", "rw-buttons", ...choice));
    given.hidden = false;
    given.scrollIntoView();
    choice[0].focus({ preventScroll: true });
  }

  function set(table, edition) {
    T.keep(folder, { ...table, ...(table.turn === T.read(folder).turn ? {} : { ticked: {}, before: {} }) });
    T.keep(folder, { said: stateOfSwitches().said });
    readAs(edition);
  }

  /** Lets this book be read in an edition, as if it were chosen above. */
  function readAs(edition) {
    if (!editions || edition === readEdition()) return;
    editions.value = edition === banner.dataset.rwNow ? "" : `as ${edition}`;
    editions.dispatchEvent(new Event("change"));
  }

  // ---- sending it ----------------------------------------------------------------------------------------------------------------

  send.hidden = false;
  send.querySelector("[data-rw-on-disk]").hidden = location.protocol !== "file:";
  link.addEventListener("click", (event) => {
    event.preventDefault(); // here it would set what is set
    copy.click();
  });
  copy.addEventListener("click", () => {
    const said = (text) => (copy.textContent = text);
    if (navigator.clipboard) navigator.clipboard.writeText(link.href).then(() => said("Copied"), () => said("Not copied: take the link itself"));
    else said("Not copied: take the link itself");
  });
  qr.addEventListener("click", () => {
    if (code.firstChild) {
      code.replaceChildren();
      return qr.setAttribute("aria-expanded", "false");
    }
    const draw = () => {
      code.replaceChildren(globalThis.rulewrightCode(link.href) || made("p", "", "This state is too long for a QR code: shorten the house rules in your own words, or copy the link."));
      qr.setAttribute("aria-expanded", "true");
    };
    if (globalThis.rulewrightCode) return draw();
    const script = document.createElement("script");
    script.src = new URL("qr.js", here).href;
    script.addEventListener("load", draw);
    script.addEventListener("error", () => code.replaceChildren(made("p", "", "What draws the code could not be loaded. Load the page again.")));
    document.head.append(script);
  });

  show();
  document.addEventListener("rulewright-table", show);
  if (editions) editions.addEventListener("change", show);
  addEventListener("hashchange", ask);
  ask();
})();
