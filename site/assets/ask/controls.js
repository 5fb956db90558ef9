/* Controls for what may be given: switches, steppers, choices. Each is a fieldset with its question as legend, and calls back with a
   value, or with undefined for what is not known. Everything shown is set as text. */
(() => {
  "use strict";
  const A = globalThis.rulewrightAsk;
  const R = globalThis.Rulewright;
  const FEW = 5;
  const ANOTHER = {};
  let count = 0;

  /** An element; `on` are listeners, `data` its data, null and false leave an attribute out. */
  function el(name, attributes = {}, ...children) {
    const { on = {}, data = {}, ...others } = attributes;
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(others)) {
      if (value !== null && value !== false && value !== undefined) made.setAttribute(key === "cls" ? "class" : key, value === true ? "" : value);
    }
    Object.assign(made.dataset, data);
    for (const [event, listener] of Object.entries(on)) made.addEventListener(event, listener);
    made.append(...children.filter((one) => one !== null && one !== undefined && one !== ""));
    return made;
  }

  /** What is folded under its title, and made when it is opened; `folds` are the names of those that are open. */
  function fold(folds, name, title, make) {
    const isOpen = folds.has(name);
    const fill = () => box.open && box.childElementCount === 1 && box.append(...make());
    const box = el("details", { cls: "rw-ask-fold", open: isOpen, data: { fold: name }, on: { toggle: fill } }, el("summary", {}, title), ...(isOpen ? make() : []));
    return box;
  }

  /** Some values as pills, one of which is chosen; `null` as chosen value is `none`, undefined not known. `isNext`: what is chosen gives way to
      another question, so that arrows only move, and Enter or Space chooses. */
  function pills(key, choices, chosen, change, isNext) {
    count += 1;
    const name = `rw-ask-${count}`;
    const box = el("span", { cls: "rw-pills", on: isNext ? { keydown: (event) => moved(event, [...box.querySelectorAll("input")]) } : {} }, ...choices.map(([value, text], place) => {
      const input = el("input", { type: "radio", name, data: { key: `${key}/${place}` }, on: { change: () => change(value) } });
      input.checked = chosen !== ANOTHER && (value === chosen || R.same(value, chosen));
      return el("label", {}, input, el("span", {}, text));
    }));
    return box;
  }

  const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
  function moved(event, inputs) {
    const { key, target } = event;
    if (!STEPS[key] && key !== "Enter") return;
    event.preventDefault();
    if (key === "Enter") target.click();
    else inputs[(inputs.indexOf(target) + STEPS[key] + inputs.length) % inputs.length].focus();
  }

  /** A list to choose from. Of what is asked next, what keys move to is chosen by Enter, or when the list is left. */
  function list(key, choices, chosen, change, label, isNext) {
    let isMoving = false;
    const choose = () => {
      isMoving = false;
      change(choices[select.selectedIndex][0]);
    };
    const select = el("select", { "aria-label": label, data: { key }, on: {
      change: () => isMoving || choose(),
      keydown: (event) => (event.key === "Enter" ? isMoving && choose() : (isMoving = isNext && event.key !== "Tab" || isMoving)),
      pointerdown: () => (isMoving = false),
      focusout: ({ relatedTarget }) => isMoving && relatedTarget && choose(),
    } });
    for (const [value, text] of choices) {
      const option = el("option", {}, text);
      option.selected = value === chosen;
      select.append(option);
    }
    return select;
  }

  /** A number with a button at each side. */
  function stepper(words, key, type, value, change, label) {
    const [low, high] = [type.low, type.high].map((end) => (end === null ? null : R.plain(end)));
    const step = type.step === null ? 1 : R.plain(type.step);
    const within = (number) => (low !== null && R.order(number, low) < 0 ? low : high !== null && R.order(number, high) > 0 ? high : number);
    const by = (sign) => () => change(value === undefined || value === null ? (low ?? 0) : within(R.OPERATORS[sign](value, step)));
    const shown = value === undefined ? "" : R.valueText(value, type);
    const input = el("input", {
      type: "text", inputmode: "decimal", autocomplete: "off", "aria-label": label, placeholder: "?", value: shown, data: { key },
      on: { change: () => {
        const number = A.numberOf(input.value);
        if (input.value.trim() && number === undefined) input.value = shown;
        else change(number);
      } },
    });
    const button = (sign, text, name) => el("button", { type: "button", "aria-label": `${name}: ${label}`, data: { key: `${key}/${sign}` }, on: { click: by(sign) } }, text);
    const date = typeof value === "number" ? R.dateIn(words.core, type, value).date : null;
    return el("span", { cls: "rw-stepper" }, button("-", "−", "less"), input, button("+", "+", "more"), el("small", {}, date ? `${words.range(type)}: ${date}` : words.range(type)));
  }

  function place(key, value, change, label) {
    const input = el("input", { type: "text", cls: "rw-place", autocomplete: "off", "aria-label": label, placeholder: "?", value: value ?? "", data: { key }, on: { change: () => change(input.value.trim() || undefined) } });
    return input;
  }

  /** The values of a type as [value, text]; null where they are not a few that can be listed. */
  function choicesOf(words, type) {
    const none = type !== null && type.or_none ? [[null, "none"]] : [];
    if (type === null) return ["permitted", "forbidden", "required"].map((one) => [one, one]);
    if (type.kind === "yes/no") return [[true, "yes"], [false, "no"]];
    if (type.kind === "enum") return [...words.core.enums[type.name].values.map((one) => [one, words.value(type, one)]), ...none];
    if (type.kind !== "thing") return null;
    const there = [...(words.things.get(type.record) || [])].map((one) => [one, words.thing(type.record, one)]);
    return [...there, [ANOTHER, `another ${words.kind(type.record)}`], ...none];
  }

  /** The numbers of a range of at most so many; null where there are more. */
  function numbersOf(words, type, most) {
    if (type.low === null || type.high === null || type.or_none) return null;
    const [low, high] = [type.low, type.high].map(R.plain);
    const step = type.step === null ? 1 : R.plain(type.step);
    const found = [];
    for (let one = low; R.order(one, high) <= 0; one = R.OPERATORS["+"](one, step)) {
      if (found.length === most) return null;
      found.push([one, R.dateIn(words.core, type, one).date || R.valueText(one, type)]);
    }
    return found;
  }

  /** The control for a value of a type. `change` gets the value; a thing that is not named yet comes as `A.ANOTHER`. So many as `few` says
      are shown side by side, however long they are; where it says nothing, a few that are short. */
  function control(words, key, type, value, label, change, few) {
    const isNumber = type !== null && type.kind === "number";
    const choices = few && isNumber ? numbersOf(words, type, few.numbers) : choicesOf(words, type);
    const wide = (some) => (few ? !isNumber && some.length > few.words : some.length > FEW || some.reduce((sum, [, text]) => sum + text.length, 0) > 60);
    if (choices !== null && !wide(choices)) return pills(key, choices, value, change, few);
    if (choices !== null) return list(key, [[undefined, "not known"], ...choices], value, change, label, few);
    if (type.kind === "place") return place(key, value, change, label);
    return stepper(words, key, type, value, change, label);
  }

  Object.assign(A, { ANOTHER, choicesOf, control, el, fold, select: list });
})();
