/* Which facts a question depends on, as `engines/interpreter/questions.py`; under some switches, as `dormant.py`. */
((R) => {
  "use strict";
  const ALWAYS = () => true;

  // ---- terms -------------------------------------------------------------------------------------------------------------------

  const inside = ({ over, with: condition }) => [...(over.args || []), ...(condition === null ? [] : [condition])];
  const some = (...terms) => terms.filter((term) => term !== null && term !== undefined);

  /** The terms directly inside a term. */
  function children(term) {
    const within = term.domain ? inside(term.domain) : [];
    if (term.kind === "as if") return [term.of, term.supposed, term.value];
    if (term.kind === "gathered") return [...within, ...some(term.term, term.most, term.none)];
    return [...within, ...some(term.of, term.left, term.right, term.by?.kind && term.by, term.body, term.link, term.first, term.last),
      ...(term.members || []).flat().filter((end) => end !== null), ...(term.args || []), ...(term.parts || [])];
  }

  /** Every condition and effect that bears on a question, tables apart; of what is there, or may be. */
  function termsOf(on, there = ALWAYS) {
    const { otherwise } = on.question;
    const live = (several) => several.filter((one) => there(one.there) !== false);
    const numbers = new Set(on.rules.filter((rule) => live(rule.addresses).length).map((rule) => rule.number));
    const isMet = ({ by, targets }) => by.some((one) => numbers.has(one)) && targets.some((one) => numbers.has(one));
    const absent = live(on.absent);
    return some(
      otherwise === null || typeof otherwise === "string" ? null : otherwise,
      ...statedOn(on, there).flatMap((rule) => [...rule.parts.map((part) => part.term), rule.effect]),
      ...[...live(on.precedence).filter(isMet), ...live(on.asides)].map((one) => one.when),
      ...absent.flatMap((one) => one.overridden_by.filter(({ by }) => numbers.has(by))).map((one) => one.when),
      ...absent.map((one) => one.clause.when),
    );
  }

  const statedOn = (on, there = ALWAYS) => on.rules.flatMap((rule) => rule.addresses.filter((one) => there(one.there) !== false).map((one) => one.rule));

  // ---- which facts an answer can depend on -------------------------------------------------------------------------------------

  /** All terms that are looked at for these, through groups and through the questions that they ask; of what is there, or may be. */
  function* reached(core, roots, there = ALWAYS) {
    const seen = new Set();
    const waiting = [...roots];
    const once = (name, terms) => {
      if (!seen.has(name)) waiting.push(...terms());
      seen.add(name);
    };
    const cells = (name) => Object.values(core.tables).filter((table) => table.question === name).flatMap((table) => table.rows.flatMap((row) => some(...row.cells)));
    while (waiting.length) {
      const term = waiting.pop();
      yield term;
      const group = term.group || term.domain?.over.group;
      if (term.question) once(`question ${term.question}`, () => [...termsOf(core.questions[term.question], there), ...cells(term.question)]);
      if (group) once(`group ${group}`, () => some(core.groups[group].with));
      waiting.push(...children(term));
    }
  }
  /** The names of the facts that terms read. */
  const reach = (core, roots, there) => new Set([...reached(core, roots, there)].filter((term) => term.kind === "fact").map((term) => term.fact));

  Object.assign(R, { children, reach, reached, some, statedOn, termsOf });
})(globalThis.Rulewright);
