/* What would change an answer, in its first line: `unless there is another unit`. Each exception is a button that takes it so. */
(() => {
  "use strict";
  const A = globalThis.rulewrightAsk;
  const R = globalThis.Rulewright;
  const { capital, el, ended } = A;
  const VOWEL = /^(?!uni(?!n)|us[eu]|eu|one\b)[aeiou]/; // `an army`, `a unit`
  const MOST_NAMED = 3; // the rest is counted, and listed under the answer

  /** The premises without which an answer is another one or not certain, each by itself. */
  const decisive = (answer) => answer.rests_on.filter((one) => one.alone);

  /** What is not a value: `not clear`, `some river` for `no river`, `rolled` for `not rolled`: as `denied_value` of the pages. */
  const denied = (value) => (value.startsWith("not ") ? value.slice(4) : value.startsWith("no ") ? `some ${value.slice(3)}` : `not ${value}`);

  /** What is so if a premise is not: `the weather is not clear`. */
  function exception(words, { no_other: kind, key, value }) {
    if (kind !== null) {
      const name = words.kind(kind);
      return `there is ${words.things.has(kind) ? "another" : VOWEL.test(name) ? "an" : "a"} ${name}`;
    }
    if (typeof value === "boolean") return words.states(key, !value);
    const shown = words.value(A.declared(words.core, key.name).type, value);
    return `${words.say("is", key)} ${denied(shown)}`;
  }

  /** The answer as a sentence with its exceptions; `turn` gives what a premise is turned over by. */
  function withExceptions(words, answer, turn) {
    if (answer.usual) return [usually(words, answer)];
    const sentence = A.sentence(words, answer);
    const premises = decisive(answer);
    if (!premises.length) return [sentence];
    const count = premises.length === MOST_NAMED + 1 ? premises.length : MOST_NAMED;
    const more = premises.length - count;
    const named = premises.slice(0, count).map((one) => (end) => exceptionButton(words, one, end, turn(one)));
    const parts = [...named, ...(more > 0 ? [(end) => `one of the ${more} other assumptions below is wrong${end}`] : [])];
    const last = parts.length - 1;
    const made = parts.map((part, place) => [place > 0 && place === last ? " or " : " ", part(place === last ? "." : place < last - 1 ? "," : "")]);
    return [`${sentence.replace(/[.]$/, "")}, unless`, ...made.flat()];
  }

  /** The button of one exception, with the punctuation behind it, which would begin a line otherwise. Nothing can be given of a thing without a name. */
  function exceptionButton(words, premise, end, take) {
    const text = exception(words, premise);
    if (premise.no_other === null && premise.key.args.some(R.isUnnamed)) return `${text}${end}`;
    const key = `x:${premise.no_other ?? premise.fact}`;
    return el("button", { type: "button", cls: "rw-exception", "aria-label": `${text}: take it so`, data: { key }, on: { click: take } }, `${text}${end}`);
  }

  /** The usual value of the fact that is asked for, and the rules that would give it another one. */
  function usually(words, { key, value, contrary }) {
    const rules = contrary.map((one) => `${words.states(key, one.value)} by ${words.case(one.case).shown}${one.conditions.length ? ` if ${one.conditions.join(" and ")}` : ""} (not said)`);
    return ended(`Usually ${[words.states(key, value), ...rules].join("; ")}`);
  }

  /** The kinds of which an answer takes it that there are no others, and of which the reader has named none. */
  function unnamedKinds(answer, things) {
    return decisive(answer).map((one) => one.no_other).filter((kind) => kind !== null && !things.some(([record]) => record === kind));
  }

  Object.assign(A, { capital, decisive, unnamedKinds, withExceptions });
})();
