/* What the benchmark of the calculators does in their page: opens an example, and changes a fact of it as a reader would. */
() => {
  const at = document.querySelector(".rw-calculator");
  const nap = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
  const rows = () => [...at.querySelectorAll(".rw-ask-facts .rw-fact")].filter((one) => one.querySelector(".rw-forget"));
  const nameOf = (row) => row.querySelector(".rw-forget").dataset.key.replace(/\/forget$/, "");

  /** The whole answer is there. */
  async function settled() {
    for (let tries = 0; tries < 1000 && at.querySelector(".rw-ask-answer").getAttribute("aria-busy") !== "false"; tries += 1) await nap(10);
  }
  /** Shows an example; the names of the facts that it gives. */
  async function open(example) {
    location.hash = example;
    await nap(20);
    await settled();
    return rows().map(nameOf);
  }
  /** Gives a fact another value, and lays the page out; whether that can be done. */
  function change(fact, time) {
    const row = rows().find((one) => nameOf(one) === fact);
    const radios = row ? [...row.querySelectorAll("input[type=radio]")] : [];
    const select = row && row.querySelector("select");
    const steps = row ? [...row.querySelectorAll(".rw-stepper button")] : [];
    if (radios.length > 1) radios.find((one) => !one.checked).click();
    else if (select) {
      select.selectedIndex = 1 + (select.selectedIndex % (select.options.length - 1)); // the first is: not known
      select.dispatchEvent(new Event("change"));
    } else if (steps.length) steps[time % 2].click();
    else return false;
    return document.body.offsetHeight > 0;
  }
  return { change, open, settled };
}
