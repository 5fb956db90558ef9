/* What may still come, before all is given: with one fact missing the answer with each of its values, each a tap; with more the range. */
(() => {
  "use strict";
  const A = globalThis.rulewrightAsk;
  const R = globalThis.Rulewright;
  const { capital, el } = A;

  const MOST_TAPS = 6;
  const TIME = 60; // milliseconds that all of them may take
  const MOST_NAMED = 3; // outcomes; of more numbers the ends are named
  const OPEN = { conflict: "a contradiction of the rules", "out of range": "a result out of its range", undetermined: "left open" };

  const isNumber = (value) => typeof value === "number" || value instanceof R.Exact;

  /** A value that another one follows: a number without its unit, which is said once, unless it is a date. */
  const begun = (words, type, value) => (isNumber(value) && !R.dateIn(words.core, type, value).date ? R.valueText(value, type) : words.value(type, value));

  /** The answer with each value of the only fact that is missing, as buttons that give it; null where these are many or take too long. */
  function taps(calculator, { key }) {
    const { words, core } = calculator;
    const { type } = core.facts[key.name];
    const values = type.kind === "thing" ? null : A.valuesOf(words, type);
    if (values === null) return null;
    const { rows, isCut } = A.rowsOf(calculator, values.map(([value, text]) => [value, text, calculator.giving(key, value)]), undefined, TIME);
    if (isCut || rows.length < 2 || rows.length > MOST_TAPS || rows.some(({ answer }) => answer === null)) return null;
    return el("ul", { cls: "rw-early" }, ...rows.map(({ to, said, value }, place) => {
      const where = to === null ? words.states(key, value) : `${words.say("is", key)} ${begun(words, type, value)} to ${to}`;
      const parts = [el("b", {}, capital(said)), " ", el("span", {}, where)];
      const give = () => calculator.give(key, type, value);
      return el("li", {}, to === null ? el("button", { type: "button", data: { key: `early:${place}` }, on: { click: give } }, ...parts) : el("span", {}, ...parts));
    }));
  }

  /** `3 to 7 movement points`; empty where that is not known, or no more than what any answer is. */
  function range(words, { key, outcomes = [] }) {
    const { type } = A.declared(words.core, key.name);
    const values = outcomes.filter((one) => "value" in one).map((one) => one.value);
    const others = outcomes.filter((one) => !("value" in one)).map((one) => OPEN[one.id]);
    const isAny = (type === null || type.kind === "yes/no") && values.length > 1 && !others.length;
    if (!outcomes.length || isAny) return "";
    const sorted = values.every(isNumber) ? [...values].sort(R.order) : values;
    const isLong = sorted.length > MOST_NAMED;
    if (isLong && !sorted.every(isNumber)) return "";
    const last = sorted.length - 1;
    const named = isLong ? [`${begun(words, type, sorted[0])} to ${words.value(type, sorted[last])}`] : sorted.map((one, place) => (place < last ? begun(words, type, one) : words.value(type, one)));
    const all = [...named, ...others];
    return all.length < 2 ? all[0] : `${all.slice(0, -1).join(", ")} or ${all[all.length - 1]}`;
  }

  /** What is shown under an answer that lacks facts. */
  function early(calculator, answer) {
    if (calculator.isPending || answer.status !== "missing" || !answer.missing.length) return [];
    const each = answer.missing.length === 1 ? taps(calculator, answer.missing[0]) : null;
    const text = each ? "" : range(calculator.words, answer);
    return each ? [each] : text ? [el("p", { cls: "rw-small" }, `What may still come: ${text}.`)] : [];
  }

  Object.assign(A, { early });
})();
