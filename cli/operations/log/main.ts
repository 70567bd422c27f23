import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readEnvOrExit } from '#api/env/env.ts'
import type { WholeLog } from '#api/event-store/whole-log.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import { endWith } from '#cli/operations/end.ts'
import { openShareProgress } from '#cli/output/progress.ts'
import { openTerminal } from '#cli/terminal.ts'
import { openComparison } from './comparison.ts'
import { copyLog, type Report, rehearse } from './copy.ts'
import { readInfo } from './info.ts'
import { isEmptyPlace, isSamePlace, nameOf, openPlace, openTarget, type Place, placeOf } from './place.ts'
import { refuseWritten, stillnessOf } from './stillness.ts'
import { copiedWords, differenceWords, equalWords, infoWords } from './words.ts'

// Whatever it writes belongs to its owner alone.
process.umask(0o077)

/**
 * Logs as a whole (D-112), as a process:
 *
 *   node cli/operations/log/main.ts info [PLACE] [--json]
 *   node cli/operations/log/main.ts copy [--from PLACE] [--to PLACE] [--dry-run] [--follow] [--json]
 *   node cli/operations/log/main.ts verify PLACE PLACE [--json]
 *
 * A place is an esdb:// address, a file that holds one, a DATA_DIR or a backup; one that is not named is the log of this
 * installation, by the environment of npm start. A refusal is one line on standard error and an exit code of the command line.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    follow: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const [task = '', ...named] = positionals
const { json, follow } = values
const env = readEnvOrExit(process.env)
const terminal = openTerminal()

const answer = (words: string | string[], value: object): void =>
  terminal.print(json ? JSON.stringify(value) : [words].flat().join('\n'))

const secondsSince = (started: number): number => (performance.now() - started) / 1000

const info = async (): Promise<void> => {
  const log = await openPlace(placeOf(named[0], env), named[0])
  const bar = openShareProgress({ json, terminal }, 'events read', 0)
  try {
    const found = await readInfo(log, bar.to)
    bar.end()
    answer(
      infoWords(found, terminal.columns, (text) => terminal.styled('bold', text)),
      found,
    )
  } finally {
    await log.close()
  }
}

const verify = async (): Promise<void> => {
  const [one, other] = named
  if (other === undefined) throw new Failure('Name two places to compare.', exitCodes.wrongUsage)
  const logs = await Promise.all([one, other].map((name) => openPlace(placeOf(name, env), name)))
  const [first, second] = logs as [(typeof logs)[0], (typeof logs)[0]]
  const bar = openShareProgress({ json, terminal }, 'events compared', 0)
  try {
    const newest = Number(await first.newest())
    const comparison = openComparison(first, second, (events, at) => bar.to(events, Number(at) / Math.max(newest, 1)))
    const verdict = await comparison.verdict()
    bar.end()
    const { streams } = comparison.sofar()
    if (verdict.isEqual) return answer(equalWords(verdict, streams), { ...verdict, streams })
    if (json) answer('', verdict)
    throw new Failure(differenceWords(verdict))
  } finally {
    await Promise.all(logs.map((log) => log.close()))
  }
}

/** Bars of copying and comparing in turn; none once a copy only follows. */
const openReport = (): Report & { end: () => void } => {
  let shown = ''
  let end = () => {}
  let isFollowing = false
  let bar: ReturnType<typeof openShareProgress> | undefined
  const progress: Report['progress'] = (what, events, share) => {
    if (isFollowing) return
    if (shown !== what) {
      end()
      bar = openShareProgress({ json, terminal }, `events ${what}`, events)
      ;[shown, end] = [what, bar.end]
    }
    bar?.to(events, share)
  }
  const upToDate = (events: number): void => {
    end()
    ;[isFollowing, end] = [true, () => {}]
    const words = `${events} events are copied and compared, and what comes is copied as it comes. Stop Siteledger when it suits you`
    const how = source.kind === 'address' ? ', then end this with Ctrl-C.' : '; then this ends by itself.'
    if (json) terminal.print(JSON.stringify({ up_to_date: events }))
    else terminal.note(words + how)
  }
  const notCarried = (reason: string): void =>
    terminal.note(`The read models are not carried over, and the next start builds them anew: ${reason}`)
  return { progress, upToDate, notCarried, end: () => end() }
}

const source = placeOf(values.from, env)

/** The read models of a place: those of a folder, or of this installation. */
const readModelsOf = (place: Place, other?: string): string =>
  place.kind === 'folder' ? join(place.folder, 'read-models') : (other ?? join(env.dataDir, 'read-models'))

const copy = async (): Promise<void> => {
  const place = placeOf(values.to, env)
  if (isSamePlace(source, place)) throw new Failure('Source and target are the same.', exitCodes.wrongUsage)
  const waiting = terminal.note
  const from = await openPlace(source, values.from, waiting)
  const started = performance.now()
  const stopped = new AbortController()
  const stillness = stillnessOf(source, stopped.signal)
  if (follow && source.kind === 'address') process.once('SIGINT', () => stopped.abort())
  const report = openReport()
  try {
    if (values['dry-run']) return await rehearsal(from, place)
    if (!follow) refuseWritten(source, env, stillness)
    const opening = () => openTarget(place, values.to, waiting)
    const readModels = readModelsOf(source)
    const folders = { from: readModels, to: readModelsOf(place, readModels) }
    const copied = await copyLog({ source: from, openTarget: opening, stillness, follow, folders, report })
    report.end()
    const seconds = secondsSince(started)
    answer(copiedWords(copied, nameOf(place), follow ? undefined : seconds), { ...copied, seconds })
  } finally {
    await from.close()
    stillness.release()
  }
}

const rehearsal = async (from: WholeLog, place: Place): Promise<void> => {
  const target = isEmptyPlace(place) ? undefined : await openPlace(place, values.to)
  try {
    const { logId, present, missing } = await rehearse(from, target)
    const words = `Would copy ${missing} events of the log ${logId} from ${from.name} to ${nameOf(place)}; ${present} are there already. Nothing was written.`
    answer(words, { logId, present, missing })
  } finally {
    await target?.close()
  }
}

const tasks: Record<string, () => Promise<void>> = { info, copy, verify }

await tasks[task]?.().catch(endWith)
