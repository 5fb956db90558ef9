// Publicodes' own checks and answers for models of ours: `node run_publicodes.mjs JOBS RESULTS`, in a folder where `publicodes` is installed.
// JOBS and RESULTS as in run_zen.py.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const { default: found } = await import(pathToFileURL(createRequire(process.cwd() + '/x.js').resolve('publicodes')).href)
const Engine = found.default ?? found
const strict = { situation: true, noOrphanRule: true, noCycleRuntime: true, checkPossibleValues: true }

function first(error) {
  return String(error.message ?? error).trim().split('\n').filter((line) => line.trim()).slice(0, 4).join(' ')
}

// Everything strict, every warning on: reading the rules, then working out each of them with nothing known.
function checked(model, said) {
  const logger = { log: (text) => said.push(text), warn: (text) => said.push(text), error: (text) => said.push(text) }
  try {
    const engine = new Engine(model, { strict, logger })
    for (const name of Object.keys(model)) engine.evaluate(name)
    return engine
  } catch (error) {
    said.push(first(error))
    return null
  }
}

function answered(engine, situation, questions) {
  try {
    engine.setSituation(situation)
  } catch (error) {
    return questions.map(() => 'error: ' + first(error))
  }
  return questions.map((question) => {
    try {
      return engine.evaluate(question).nodeValue ?? null
    } catch (error) {
      return 'error: ' + first(error)
    }
  })
}

const results = JSON.parse(readFileSync(process.argv[2], 'utf8')).map((job) => {
  const said = []
  const engine = checked(job.model, said)
  const answers = engine === null ? [] : job.situations.map((situation) => answered(engine, situation, job.questions))
  return { name: job.name, said: [...new Set(said)], answers }
})
writeFileSync(process.argv[3], JSON.stringify(results))
