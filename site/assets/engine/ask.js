/* Asks a core a question: as `engines/interpreter/ask.py`, and as `engines/interpreter` answers a query of the conformance kit.

     const engine = new Rulewright.Engine(text of a core);
     engine.ask({ asked: { question: "allowance", args: ["u"] }, things: { unit: ["u"] },
                  given: [{ name: "weather", args: [], value: "mud" }], switches: { options: ["ney"] }, assumeUsual: true });

   Every field but `asked` may be left out. With `outcomes: true` an answer that lacks facts lists what it may still come to, if that is all known. What does not fit the core is a `WrongInput`. */
((R) => {
  "use strict";
  const { NO_FACTS, UNDETERMINED, WrongInput, ends, finalOf, isOpen, order, plain } = R;

  const QUICK = 30; // passes of what is shown at once
  const UNDER_A_CHOICE = 300; // passes under each choice of a reading; where facts are missing, under all of them together,
  const LEAST = 20; // but no fewer for each

  class Asked extends R.Engine {
    /** Takes a given value, if it is one of its fact or answer; notes a thing that is named nowhere else. */
    take(known, key, isFact, value, things) {
      const { core } = this;
      const { type } = isFact ? core.facts[key.name] : core.questions[key.name].question;
      const text = R.keyText(core, key);
      if (!(type === null ? ["permitted", "forbidden", "required"].includes(value) : isOf(core, type, value))) {
        throw Object.assign(new WrongInput(`\`${R.valueText(value)}\` is not a value of \`${text}\``), { key: { name: key.name, args: key.args }, value });
      }
      const clashes = isFact && ((value === true && this.machine.ofItself(key)) || (known.has(key) && !R.same(known.get(key), value)));
      if (clashes) throw new WrongInput(`\`${text}\` is given as what it is not`);
      known.set(key, value);
      if (isFact && type.kind === "thing" && value !== null) {
        const there = things.get(type.record) || [];
        if (!there.includes(value)) things.set(type.record, [...there, value]);
      }
    }
    /** The answer to a question with its whole argument. Raises `WrongInput`. */
    ask(query) {
      return ends(() => {
        const inquiry = Object.assign(this.inquiry(query, true), { listsOutcomes: query.outcomes });
        const [asked, assumed, necessary] = query.assumeUsual ? this.assuming(inquiry) : [inquiry, NO_FACTS, NO_FACTS];
        const answer = this.answerTo(asked, query.text || "", true);
        if (query.premises !== false) this.restOn(answer, asked, assumed, necessary);
        const choices = [...answer.readings.flatMap((one) => one.choices.map((choice) => choice.answer)), ...(answer.as_played ? [answer.as_played.answer] : [])];
        const listed = [...R.assumptions(this.core, assumed), ...choices.flatMap((one) => one.assumed)];
        const texts = listed.map((one) => JSON.stringify(one));
        Object.assign(answer, { assumed: listed.filter((_, place) => texts.indexOf(texts[place]) === place) });
        return this.withAdvice(this.withoutOwn(answer, asked, assumed), query, (one) => this.ask(one));
      });
    }
    /** The answer with what is advised about the verdict that is asked for, if some clause of the book advises about it. */
    withAdvice(answer, query, ask) {
      const { asked } = query;
      const { advice } = asked.term ? {} : this.core.questions[asked.question].question;
      return advice ? Object.assign(answer, { advice: ask({ ...query, asked: { ...asked, question: advice } }) }) : answer;
    }
    /** Adds what an answer rests on. Without the script on what is unknown nothing was met that it could rest on. */
    restOn(answer, asked, assumed, necessary) {
      if (!R.premisesOf || answer.status === "missing") return;
      const id = answer.status === "answered" ? R.outcomeOf(answer.value).id : answer.status;
      answer.rests_on = R.premisesOf(asked, { id }, assumed, necessary);
    }
    /** The answer to a question for a fact without the assumption of this fact: its usual value is the answer, and no premise of it. */
    withoutOwn(answer, asked, assumed) {
      const { core, machine } = this;
      const own = asked.key !== null && R.has(core.facts, asked.key.name) ? machine.inOrder(machine.fact(asked.key.name).of(asked.key.args)) : null;
      if (!assumed.has(own)) return answer;
      const text = R.keyText(core, own);
      const [others, premises] = [answer.assumed, answer.rests_on].map((several) => several.filter(({ fact }) => fact !== text));
      const isUsual = answer.status === "answered";
      return Object.assign(answer, { assumed: others, rests_on: premises, usual: isUsual, contrary: isUsual ? R.contraryRules(asked, own, assumed.get(own)) : [] });
    }
    usual() {
      return this.once("usual", () => R.usualOf(this.core));
    }
    /** The inquiry with assumptions, and those that its answer rests on: none where it is certain without them. */
    assuming(inquiry, unless) {
      const before = this.machine.worked;
      const { outcome: sure } = inquiry.explore(NO_FACTS, NO_FACTS);
      return sure !== null && sure !== UNDETERMINED ? [inquiry, NO_FACTS, NO_FACTS] : R.assuming(inquiry, this.usual(), this.machine.worked - before, unless);
    }
    /** The options that are off and without which facts that are given do not count. */
    optionsOfFacts({ asked, given = [], switches = {} }) {
      const { core } = this;
      const root = asked.term || { kind: "ask", question: asked.question, args: [] };
      const facts = given.filter(({ name }) => R.has(core.facts, name));
      const unread = (options) => {
        const selection = this.machine.selection({ ...this.switches(switches), options });
        const read = R.reach(core, [root], (term) => selection.there(term));
        return facts.filter(({ name }) => !read.has(name));
      };
      const { options } = this.switches(switches);
      const idle = facts.length ? unread(options) : [];
      const others = idle.length ? Object.keys(core.options).filter((one) => !options.includes(one)) : [];
      return others.map((option) => {
        const still = unread([...options, option]);
        return { option, facts: idle.filter((one) => !still.includes(one)) };
      }).filter((one) => one.facts.length);
    }
    /** What one pass shows, with everything usual assumed: an answer that holds, or the facts that it met, which may matter. It is taken to rest
        on all that was assumed, and on every kind that was gone through. */
    quick(query) {
      return ends(() => {
        const inquiry = this.inquiry(query, true).replaced({ budget: QUICK });
        const asked = query.assumeUsual ? R.underUsual(inquiry, this.usual()) : inquiry;
        const found = asked.explore(NO_FACTS, NO_FACTS);
        const missing = found.outcome === null ? asked.mayMatter(found.value.facts) : [];
        const answer = R.answerOf(this.core, found.situation.result(asked.key), found.situation, finalOf({ ...found, missing }));
        const assumed = asked.usual === null ? NO_FACTS : new Map([...asked.usual.met].map((key) => [key, asked.usual.of(key)]));
        this.complete(answer, asked, { ...found, missing });
        Object.assign(answer, { assumed: R.assumptions(this.core, assumed), rests_on: R.premisesMet ? R.premisesMet(asked, answer, assumed) : [] });
        return this.withAdvice(this.withoutOwn(answer, asked, assumed), query, (one) => this.quick(one));
      });
    }
    /** The outcome and the argument of a query as the conformance kit has them; `declined` is why there is none. */
    conform(query) {
      try {
        return ends(() => {
          const inquiry = this.inquiry(query, false);
          const answer = this.answerTo(inquiry, "", false);
          const { status, because, defeated, inapplicable, missing } = answer;
          if (missing.some((fact) => !fact.certain)) throw new WrongInput("it is not proved which facts matter");
          const argument = inquiry.key === null || inquiry.passes > 1 ? null : {
            stood: because.map((one) => one.rule), defeated: defeated.map(({ rule, by, why }) => ({ rule, by, why })), inapplicable: inapplicable.map((one) => one.rule),
          };
          return { status, value: R.written(answer.value), matter: missing.map((one) => one.fact).sort(), argument };
        });
      } catch (wrong) {
        if (wrong instanceof WrongInput) return { declined: wrong.message };
        throw wrong;
      }
    }
    /** The answer to a question, plain or not; with readings, what it is under each choice of those that it met as well. */
    answerTo(inquiry, text, withReadings) {
      const found = inquiry.answer();
      const answer = inquiry.key === null ? this.freeAnswer(inquiry, found, text) : this.answerFor(inquiry, found);
      if (withReadings) this.readEveryWay(inquiry, found, answer, text);
      return answer;
    }
    answerFor(inquiry, found) {
      const answer = R.answerOf(this.core, found.situation.result(inquiry.key), found.situation, finalOf(found));
      this.complete(answer, inquiry, found);
      if (inquiry.listsOutcomes && found.outcomes) answer.outcomes = [...new Map(found.outcomes.map((one) => [one.id, one])).values()];
      if (found.leaves && found.leaves.length) R.whateverIsUnknown(answer, found.leaves, inquiry);
      return answer;
    }
    /** Adds what the answer is under each choice of the open readings that it met, and as it is played. */
    readEveryWay(inquiry, found, answer, text) {
      const isLeft = isOpen(found.value) && found.value.readings.length;
      if (!found.readings.length && !isLeft) return;
      const met = this.readingsMet(found, isLeft);
      const choices = found.outcome === null ? met.reduce((count, [, reading]) => count + reading.choices.length, 0) : 1;
      const under = inquiry.replaced({ budget: Math.max(Math.floor(UNDER_A_CHOICE / Math.max(choices, 1)), LEAST) });
      answer.readings = this.readings(under, met, text);
      const inPlay = answer.readings.map((one) => [one.reading, one.choices.find((choice) => choice.in_play)?.choice]);
      const isUnsettled = answer.status === "undetermined" || answer.status === "missing";
      if (!isUnsettled || !inPlay.length || !inPlay.every(([, choice]) => choice)) return;
      const played = this.chosen(under, new Map(inPlay), text, true);
      if (answer.status !== "missing" || played.status !== "missing") answer.as_played = played;
    }
    complete(answer, inquiry, found) {
      answer.missing = R.missingFacts(this.core, found.missing, inquiry.things, inquiry.openWorld !== null);
      answer.overruled = R.overruled(found.situation, inquiry);
      if (found.isSpent) answer.left = this.leftOf(inquiry, found);
    }
    /** Why it is not known of every missing fact whether it matters, and what can be done. */
    leftOf({ openWorld }, { missing }) {
      const [thing] = missing.map(([fact]) => fact).filter((fact) => openWorld !== null && this.core.facts[fact.name].type.kind === "thing");
      const named = thing && `name ${R.keyText(this.core, thing)} and give what is asked of it, `;
      const done = named ? `${named}give more facts, say \`--closed\` if nothing else is there` : "give more facts";
      return `there are more possibilities than were tried, so other facts may matter too: ${done}, or allow more with \`--budget N\``;
    }
    /** The answer to what is no plain question: status and value, with the answers that went into it inside. */
    freeAnswer(inquiry, found, text) {
      const { core } = this;
      const value = finalOf(found);
      const status = R.statusOf(value);
      const inner = R.answersOf(core, found.situation.frame, found.situation);
      const answer = {
        book: core.book, edition: core.edition, question: text, status, value: status === "answered" ? value : null, unit: null,
        because: inner.length ? inner[0].because : [], defeated: [], inapplicable: [],
        conflict: inner.map((one) => one.conflict).find((one) => one.length) || [],
        undetermined: R.undeterminedOf(core, value, found.situation, found.situation.frame), rests_on: [], readings: [], as_played: null, not_held: R.unique(inner.flatMap((one) => one.not_held)), steps: [],
        phrase: "", opened: [], cells: R.cellsOf({ because: inner.length ? inner[0].because : [], inner }), inner,
        ...(status === "out of range" ? inner.map(({ out_of_range: beyond }) => beyond && { out_of_range: beyond }).find(Boolean) : {}),
      };
      this.complete(answer, inquiry, found);
      return answer;
    }
    /** The open readings that were met, those alone that matter where it is for them. */
    readingsMet({ outcome, value, readings }, isLeft) {
      const names = !isLeft ? readings : outcome !== null ? value.readings : R.union(readings, value.readings);
      return Object.entries(this.core.readings).filter(([name]) => names.includes(name));
    }
    /** Open readings, each with the outcome under each of its choices. */
    readings(inquiry, met, text) {
      return met.map(([name, { title, choices }]) => ({
        reading: name, title,
        choices: choices.map((choice) => ({
          choice: choice.name, ...this.chosen(inquiry, new Map([[name, choice.name]]), text), in_play: choice.name === choices.find((one) => one.in_play)?.name,
        })),
      }));
    }
    /** The answer under some choices of readings; what is usual is assumed anew, for other facts may count there. */
    chosen(inquiry, choices, text, isPlayed = false) {
      const switches = { ...inquiry.switches, readings: new Map([...inquiry.switches.readings, ...choices]) };
      const { usual } = inquiry;
      const plainly = inquiry.replaced({ switches, passes: 0, usual: null, kept: null });
      const [under, assumed, necessary] = usual === null ? [plainly, NO_FACTS, NO_FACTS] : this.assuming(plainly, usual.withheld);
      const answer = Object.assign(this.answerTo(under, text, false), { assumed: R.assumptions(this.core, assumed) });
      if (isPlayed) this.restOn(answer, under, assumed, necessary);
      return { status: answer.status, value: answer.value, unit: answer.unit, rests_on: answer.rests_on, answer };
    }
  }

  /** Whether a value is one of a type. */
  function isOf(core, type, value) {
    if (value === null) return !!type.or_none;
    const isNumber = typeof value === "number" || value instanceof R.Exact;
    switch (type.kind) {
      case "yes/no": return typeof value === "boolean";
      case "enum": return core.enums[type.name].values.includes(value);
      case "place": return core.maps[type.map].some(([first, last]) => first <= value && value <= last && value.length === first.length);
      case "number": {
        if (!isNumber || (type.low !== null && order(value, plain(type.low)) < 0) || (type.high !== null && order(value, plain(type.high)) > 0)) return false;
        return type.step === null || R.isWhole(R.OPERATORS["/"](value, plain(type.step)));
      }
      default: return typeof value === "string";
    }
  }

  R.Engine = Asked;
})(globalThis.Rulewright);
