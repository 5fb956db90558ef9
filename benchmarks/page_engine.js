/* How many answers a second the engine of the pages gives to one query; all comes by standard input, the figures go to standard output. */
const given = JSON.parse(require("fs").readFileSync(0, "utf8"));
require("vm").runInThisContext(given.script);
const engine = new Rulewright.Engine(given.core);

/** The best rate of some runs, by processor time. */
function rate(work, count) {
  let best = 0;
  for (let round = 0; round < 5; round += 1) {
    const before = process.cpuUsage();
    for (let done = 0; done < count; done += 1) work();
    const { user, system } = process.cpuUsage(before);
    best = Math.max(best, (count / (user + system)) * 1e6);
  }
  return best;
}

const answer = engine.ask(given.query);
if (answer.status !== "answered" || !answer.because.length) throw new Error(`it is ${answer.status}`);
console.log(JSON.stringify({ outcome: rate(() => engine.outcome(given.query), 20_000), ask: rate(() => engine.ask(given.query), 10_000) }));
