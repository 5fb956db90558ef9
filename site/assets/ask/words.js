/* What is asked, given and answered as sentences. Their words come from the book's data; here they are only put together. */
(() => {
  "use strict";
  const A = globalThis.rulewrightAsk;
  const R = globalThis.Rulewright;

  const worded = (name) => name.split("_").join(" ").trim();
  const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
  const ended = (text) => (/[.?!:]$/.test(text) ? text : `${text}.`);

  const SMALL = new Set(["by", "in", "on", "at", "to", "of", "with", "from", "for", "as", "into", "not"]);
  const VOWEL = /^(?!uni(?!n)|us[eu]|eu|one\b)[aeiou]/i;

  /** Of `the weather is`, `clear weather` is `clear`: as `drop_repeated_noun` of the pages. */
  function withoutNoun(is, value) {
    const noun = /^the ([\w'-]+)(?: of .*)? (?:is|are)$/.exec(is);
    const head = noun && value.endsWith(` ${noun[1]}`) ? value.slice(0, -noun[1].length - 1) : value;
    return /^(?:the|an?|no)\b| (?:of|by|in|on|at|from|for|to|with|under)$/.test(head) ? value : head;
  }

  /** A phrase with its slots filled; `the {e} edge` with `the edge` for `e` is `the edge`, `a {k}` with `the kind` is `the kind`. */
  function filled(phrase, slots) {
    for (const [name, words] of slots) {
      const slot = `{${name}}`;
      const noun = words.replace(/^(?:the|one|another|this|an?|his|so many) /, "");
      if (noun !== words) phrase = phrase.split(`the ${slot} ${noun}`).join(slot).replace(new RegExp(`\\b(?:the|an?) (?=\\{${name}\\})`, "g"), "");
      else phrase = phrase.replace(new RegExp(`\\b([Aa])n? (?=\\{${name}\\})`, "g"), VOWEL.test(words) ? "$1n " : "$1 ");
      const [first] = words.split(" ");
      if (SMALL.has(first)) phrase = phrase.split(`${first} ${slot}`).join(slot);
    }
    const known = new Map(slots);
    return phrase.replace(/\{([\p{L}\p{N}_]+)\}/gu, (whole, name) => known.get(name) ?? name);
  }

  /** The words of one state of one book. */
  class Words {
    constructor(book, state) {
      this.book = book;
      this.core = book.core(state.edition);
      const { renamed = {} } = book.words; // what an edition says otherwise, since a term was renamed
      this.words = R.has(renamed, state.edition) ? { ...book.words, ...renamed[state.edition] } : book.words;
      this.things = A.thingsOf(this.core, state);
    }
    kind(record) {
      return this.kinds(record, 0);
    }
    /** `units`. */
    kinds(record, form = 1) {
      return R.has(this.words.kinds, record) ? this.words.kinds[record][form] : worded(record);
    }
    /** `the unit`; `unit v` where several are named. */
    thing(record, name) {
      const kind = this.kind(record);
      const several = this.things.get(record);
      if (R.isUnnamed(name)) return `another ${kind}`;
      return several && several.size > 1 ? `${kind} ${worded(name)}` : `the ${kind}`;
    }
    value(type, value) {
      if (value === undefined) return type.kind === "enum" ? `the ${worded(type.name)}` : "which";
      if (value === null || typeof value === "boolean" || type === null) return R.valueText(value);
      if (type.kind === "thing") return this.thing(type.record, value);
      if (type.kind === "enum") {
        const { titles } = this.core.enums[type.name];
        return (R.has(titles, value) && titles[value]) || worded(value); // a link may say anything
      }
      return type.kind === "number" ? this.number(type, value) : `${value}`;
    }
    /** `3 movement points`, `May 1942`. */
    number(type, value) {
      const { date } = R.dateIn(this.core, type, value);
      if (date) return date;
      const text = R.valueText(value, type);
      const unit = this.unit(type, value === 1);
      return unit ? `${text} ${unit}${this.inLarger(text, R.unitText(type.unit))}` : text;
    }
    /** An amount in larger measures, ` (10 minutes)` for 600 seconds, ` (5 minutes 30 seconds)` for 330: as `in_larger_measure` of `ask`. */
    inLarger(text, unit) {
      const [whole, places] = text.split(".");
      let rest = /^[0-9]+$/.test(whole) ? Number(whole) : 0;
      const filled = R.has(this.words.larger, unit) ? this.words.larger[unit].filter(([size]) => size <= rest) : [];
      if (filled.length < 2) return "";
      const exact = filled.find(([size]) => size > 1 && rest % size === 0 && places === undefined);
      const parts = [];
      for (const [size, one, several] of exact ? [exact] : filled) {
        const count = Math.floor(rest / size);
        const said = size === 1 && places !== undefined ? `${count}.${places}` : `${count}`;
        if (said !== "0") parts.push(`${said} ${said === "1" ? one : several}`);
        rest %= size;
      }
      return ` (${parts.join(" ")})`;
    }
    unit(type, isOne = false) {
      const unit = R.unitText(type.unit);
      return R.has(this.words.units, unit) ? this.words.units[unit][isOne ? 0 : 1] : unit;
    }
    /** What stands for an argument that is not chosen yet, and what its choice is called: `one side`, `so many movement points`. */
    open(name, slot) {
      const { open } = this.words;
      return (R.has(open, name) && open[name][slot]) || ["…", "…"];
    }
    slots(phrase, params, args, name) {
      const same = R.namedBefore(phrase, params, args);
      const words = (param, slot) => (same.has(param.name) ? `the same ${this.kind(param.type.record)}` : this.value(param.type, args[slot]));
      const found = params.map((param, slot) => [param.name, args[slot] === undefined ? this.open(name, slot)[0] : words(param, slot)]);
      return found.length && !params.some(({ name }) => name === "it") ? [...found, ["it", found[0][1]]] : found;
    }
    said(name) {
      return R.has(this.core.facts, name) ? this.words.facts[name] : this.words.questions[name];
    }
    say(which, { name, args }) {
      const phrase = this.said(name)[which] ?? worded(name);
      return filled(phrase, this.slots(phrase, A.declared(this.core, name).params, args, name));
    }
    /** What is asked for: `May the unit draw forage at the town?` */
    asks(key) {
      return capital(this.say("asks", key));
    }
    /** A value of a fact, or an answer, as a sentence without its end. */
    states(key, value) {
      const said = this.said(key.name);
      const answer = value === true ? "yes" : value === false ? "no" : value;
      if (typeof answer === "string" && R.has(said, answer) && answer !== "asks" && answer !== "is") return this.say(answer, key);
      const is = this.say("is", key);
      return `${is} ${withoutNoun(is, this.value(A.declared(this.core, key.name).type, value))}`;
    }
    /** The domain of a number: `0 to 20 movement points`. */
    range({ low, high, ...type }) {
      const text = (end) => R.valueText(R.plain(end), { decimal: true });
      const unit = this.unit(type);
      if (low === null && high === null) return unit;
      const ends = high === null ? `${text(low)} or more` : low === null ? `up to ${text(high)}` : `${text(low)} to ${text(high)}`;
      return unit ? `${ends} ${unit}` : ends;
    }
    /** What may be given of a fact in place of a number that may not: `Give a number from 1 to 99, not 0.` Nothing for what is no number. */
    instead(key, value) {
      const { type } = A.declared(this.core, key.name);
      if (type === null || type.kind !== "number" || typeof value === "boolean") return "";
      const isBetween = type.low !== null && type.high !== null;
      const step = type.step === null || type.step === 1 ? "" : `, in steps of ${R.valueText(R.plain(type.step), type)}`;
      return `${this.asks(key)} Give a number${isBetween ? " from" : ":"} ${this.range(type)}${step}, not ${R.valueText(value)}.`;
    }
    /** An optional rule by its title. */
    option(name) {
      return this.core.options[name].title || worded(name);
    }
    /** Number, title and address of a case, from a page of the book. */
    case(number) {
      const [shown, title, href] = R.has(this.words.cases, number) ? this.words.cases[number] : [number, "", ""];
      return { shown, title, href };
    }
  }

  Object.assign(A, { Words, capital, ended, worded });
})();
