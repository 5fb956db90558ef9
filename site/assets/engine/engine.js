/* The engine: what it is given, and what comes out. As the first part of `engines/interpreter/query_inputs.py` and `ask.py`. */
((R) => {
  "use strict";
  const { NO_FACTS, Open, WrongInput, has, isOpen, plain } = R;

  const OFF = { options: [], scenario: null, games: null, readings: new Map() };

  class Engine {
    constructor(core) {
      this.core = typeof core === "string" ? R.read(core) : core;
      if (this.core.format !== 1) throw new WrongInput(`this core is of format ${this.core.format}; format 1 is read here`);
      this.machine = new R.Machine(this.core);
      this.kept = new Map();
    }
    /** What is worked out once for a core. */
    once(name, work) {
      if (!this.kept.has(name)) this.kept.set(name, work());
      return this.kept.get(name);
    }
    /** How finely what a question or a term depends on looks at what is given, under some switches. */
    sensitivity({ question, term }, switches) {
      const selection = this.machine.selection(switches);
      const { sensitivities } = selection;
      const root = term || { kind: "ask", question, args: [] };
      if (!sensitivities.has(term || question)) sensitivities.set(term || question, new R.Sensitivity(this.core, root, (one) => selection.there(one)));
      return sensitivities.get(term || question);
    }

    // ---- what is given ---------------------------------------------------------------------------------------------------------

    /** The situation of a query, asked for its goal. `isChecked`: values must be of their types, things may be values of facts,
        and what is given gives way to what follows from the rules. */
    inquiry(query, isChecked) {
      const { machine, core } = this;
      const [facts, fixed, narrowed] = [new Map(), new Map(), new Map()];
      const things = new Map(Object.entries(query.things || {}));
      machine.steps = 0;
      for (const { name, args, value, narrow } of query.given || []) {
        const isFact = has(core.facts, name);
        const key = (isFact ? machine.fact(name) : machine.question(name)).of(args.map(plain));
        const known = isFact ? facts : fixed;
        if (narrow) narrowed.set(key, [...(narrowed.get(key) || []), machine.compiler.compile(narrow)]);
        else if (isChecked) this.take(known, isFact ? machine.inOrder(key) : key, isFact, plain(value), things);
        else known.set(key, plain(value));
      }
      const { question, args, term } = query.asked;
      const key = term ? null : machine.question(question).of(args.map(plain));
      const code = term ? machine.compiler.compile(term) : null;
      const goal = term ? (situation) => code(situation, []) : (situation) => situation.result(key).value;
      const switches = this.switches(query.switches);
      const sensitivity = () => this.sensitivity(query.asked, switches);
      const found = new R.Inquiry({ machine, switches, facts, fixed, narrowed, things, key, goal, sensitivity, heedsGiven: isChecked });
      if (isChecked && !query.closed) {
        const read = () => this.once(term || `reach ${question}`, () => R.reach(core, [term || { kind: "ask", question, args: [] }]));
        found.openWorld = { machine, read, things, known: new Map(), uncounted: new Set(), rangedOver: new Set() };
      }
      if (core.impossible.length && found.isImpossible(NO_FACTS) === true) throw new WrongInput("no such situation is possible");
      this.checkOptions(found);
      return found;
    }
    /** The switches, if the core has them all and allows them together. */
    switches({ options = [], scenario = null, games = null, readings = [] } = {}) {
      const { core } = this;
      const choices = new Map(Array.isArray(readings) ? readings : Object.entries(readings));
      if (!options.length && scenario === null && games === null && !choices.size) return OFF;
      const known = (what, name, is) => {
        if (!is) throw new WrongInput(`there is no ${what} \`${name}\``);
      };
      for (const name of options) known("option", name, has(core.options, name));
      for (const [name, choice] of choices) {
        known("reading", name, has(core.readings, name));
        known("choice", choice, core.readings[name].choices.some((one) => one.name === choice));
      }
      known("scenario", scenario, scenario === null || core.scenarios.includes(scenario));
      for (const name of games || []) known("game", name, core.games.includes(name));
      for (const several of core.exclusions) {
        if (several.filter((one) => options.includes(one)).length > 1) throw new WrongInput(`at most one of ${several.join(", ")} may be chosen`);
      }
      return { options, scenario, games, readings: choices };
    }
    /** An option whose condition is false is wrong. */
    checkOptions(inquiry) {
      for (const name of inquiry.switches.options) {
        const { needs, needs_text: text } = this.core.options[name];
        if (needs === null) continue;
        const code = this.machine.compiler.compile(needs);
        if (code(inquiry.replaced({ usual: null }).situation(NO_FACTS), []) === false) throw new WrongInput(`the option \`${name}\` needs ${text}`);
      }
    }

    // ---- what comes out --------------------------------------------------------------------------------------------------------

    /** Does the work, or gives null where it takes longer than so many milliseconds. */
    within(milliseconds, work) {
      this.machine.deadline = Date.now() + milliseconds;
      try {
        return work();
      } catch (late) {
        if (late instanceof R.Late) return null;
        throw late;
      } finally {
        this.machine.deadline = null;
      }
    }
    /** The status and the value alone, of a question about what is named: nothing is assumed. */
    outcome(query) {
      return ends(() => {
        const value = finalOf(this.inquiry(query, false).answer());
        return { status: R.statusOf(value), value: isOpen(value) ? null : R.written(value) };
      });
    }
  }

  function statusOf(value) {
    if (!isOpen(value)) return "answered";
    return value.facts.length ? "missing" : value.conflict ? "conflict" : value.outside ? "out of range" : "undetermined";
  }

  function finalOf({ outcome, value, missing }) {
    if (outcome !== null) return value;
    return new Open(value.conflict, value.whys, missing.length ? missing.map(([key]) => key) : value.facts, value.readings, value.outside);
  }

  /** Does the work; what nests too deeply for JavaScript is wrong input. */
  function ends(work) {
    try {
      return work();
    } catch (wrong) {
      if (wrong instanceof RangeError || wrong.name === "InternalError") {
        throw new WrongInput("this question is nested too deeply: too many questions contain one another");
      }
      throw wrong;
    }
  }

  Object.assign(R, { Engine, ends, finalOf, statusOf });
})(globalThis.Rulewright);
