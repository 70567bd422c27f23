// `npm run check`, and with "all" the second half of `npm test`: runs every step, even after a failed one, and prints
// the totals in the last line.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { addCounts, type Counts, countStep, describeCounts } from '#cli/checks/counts.ts'
import { failuresOf } from '#cli/checks/failures.ts'
import { slowestFiles } from '#cli/checks/slowest-files.ts'
import { type Step, stepsOf } from '#cli/checks/steps.ts'
import { whenNpmEnds } from '#cli/install/run-installed.mjs'

const root = join(import.meta.dirname, '../..')

/** Files of tests that the summary names because they took the longest. */
const slowestShown = 10

const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

type Ended = { exitCode: number; output: string }

/**
 * Runs one step with its output on this terminal, or in the answer if it runs beside others; a signal for this process
 * ends both.
 */
const runProgram = (step: Step): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const output = step.beside ? 'pipe' : 'inherit'
    const child = spawn(process.execPath, step.args, {
      cwd: root,
      env: { ...process.env, ...step.env },
      stdio: ['ignore', output, output],
    })
    const texts: string[] = []
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => texts.push(text))
    const interrupt = (): void => {
      child.kill('SIGTERM')
      child.once('exit', () => process.exit(1))
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']
    for (const signal of signals) process.once(signal, interrupt)
    child.once('error', reject)
    child.once('close', (code) => {
      for (const signal of signals) process.off(signal, interrupt)
      resolve({ exitCode: code ?? 1, output: texts.join('') })
    })
  })

const readReport = (step: Step): unknown => {
  const file = step.report === undefined ? undefined : join(root, step.report)
  return file !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

type Result = { counts: Counts; line: string; report: unknown }

const runStep = async (step: Step): Promise<Result> => {
  const heading = `\n== ${step.name} ==`
  if (!step.beside) print(heading)
  if (step.report !== undefined) rmSync(join(root, step.report), { force: true })
  const started = Date.now()
  const { exitCode, output } = await runProgram(step)
  if (step.beside) print(`${heading}\n${output}`)
  const report = readReport(step)
  const reportMissing = step.report !== undefined && report === undefined
  const counts = countStep(reportMissing ? 1 : exitCode, report)
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  const line = `${counts.failed === 0 ? 'ok  ' : 'FAIL'} ${step.name}: ${describeCounts(counts)} (${seconds} s)`
  print(line)
  return { counts, line, report }
}

whenNpmEnds(() => process.kill(process.pid, 'SIGTERM'))

const running: Promise<Result>[] = []
for (const step of stepsOf(process.argv[2])) {
  const result = runStep(step)
  running.push(result)
  if (!step.beside) await result
}
const results = await Promise.all(running)

const total = addCounts(results.map(({ counts }) => counts))
print('\n== summary ==')
for (const { line } of results) print(line)
const reports = results.map(({ report }) => report)
for (const line of failuresOf(reports)) print(line)
for (const { file, seconds } of slowestFiles(root, reports, slowestShown)) print(`${seconds.toFixed(1)} s in ${file}`)
print(describeCounts(total))
process.exit(total.failed === 0 ? 0 : 1)
