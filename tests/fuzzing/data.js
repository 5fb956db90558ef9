/* The data of a book, given to the scripts of its page: what they say of it, or null. What every object has stays as it is. */
globalThis.opened = (text) => {
  const before = shared();
  let said = null;
  try {
    const open = Rulewright.unpacked(Rulewright.read(text));
    const engine = new Rulewright.Engine(open("core"));
    engine.ask({ asked: { question: "allowance", args: ["u"] }, things: { unit: ["u"] }, given: [{ name: "weather", args: [], value: "mud" }] });
  } catch (fault) {
    said = `${fault}`;
    if (said.includes("out of memory")) throw fault;
  }
  if (shared() !== before) throw new Error("the data of a book changed what every object has");
  return said;
};

function shared() {
  const all = [Object, Array, Function, String, Number, Map, Set];
  return [globalThis, ...all, ...all.map((one) => one.prototype)].map((one) => Reflect.ownKeys(one).map(String).sort().join(" ")).join("\n");
}
