import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { readEnvOrExit } from '#api/env/env.ts'
import type { WholeEvent, WholeLog } from '#api/event-store/whole-log.ts'
import { openKeptNotes } from '#api/notary/kept-notes.ts'
import { treeFolder } from '#api/notary/tree-files.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import { endWith } from '#cli/operations/end.ts'
import { idOf } from '#cli/operations/log/marks.ts'
import { openPlace, placeOf } from '#cli/operations/log/place.ts'
import { openShareProgress } from '#cli/output/progress.ts'
import { openTerminal } from '#cli/terminal.ts'
import { isVkey } from '#schemas/proofs/checkpoint.ts'
import { counted } from '#schemas/text/counted.ts'
import { safeText } from '#schemas/text/safe-text.ts'
import { openContentCheck } from './contents.ts'
import { anewIn, checkpointsIn, checkpointsKept, faultsOf, ownVkeys } from './notes.ts'
import { verifyLog } from './verify-log.ts'

/**
 * Verifies one log, as a process, whether Siteledger runs or not; it writes nothing:
 *
 *   node cli/operations/verify/main.ts [--log PLACE] [--checkpoint FILE]... [--content] [--vkey KEY]... [--json]
 *
 * Every stored event is read and hashed anew, and compared with the given checkpoints and with those that are kept. It ends
 * with 1 and a line for each difference; a place and other exit codes are those of `siteledger log`.
 */
const { values } = parseArgs({
  options: {
    log: { type: 'string' },
    checkpoint: { type: 'string', multiple: true, default: [] },
    vkey: { type: 'string', multiple: true, default: [] },
    content: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const env = readEnvOrExit(process.env)
const terminal = openTerminal()
const place = placeOf(values.log, env)

/** Where checkpoints, the tree and content of the log lie: in its own folder, or in that of this installation. */
const beside =
  values.log !== undefined && place.kind === 'folder'
    ? { dataDir: place.folder, contentUrl: pathToFileURL(join(place.folder, 'content')).href }
    : env

/** The public keys that signatures are checked with; undefined where there are none. */
const trustedKeys = async (log: WholeLog, logId: string): Promise<readonly string[] | undefined> => {
  const unusable = values.vkey.find((vkey) => !isVkey(vkey))
  if (unusable !== undefined) throw new Failure(`"${unusable}" is no vkey of an Ed25519 key.`, exitCodes.wrongUsage)
  return values.vkey.length > 0 ? values.vkey : ownVkeys(env, logId, log)
}

const verify = async (log: WholeLog): Promise<void> => {
  const logId = await idOf(log)
  if (logId === undefined) throw new Failure(`${log.name} holds a log without an id, which nobody signs.`)
  const kept = await openKeptNotes(beside)
  const given = checkpointsIn(values.checkpoint)
  const [stored, vkeys, anew] = await Promise.all([checkpointsKept(kept), trustedKeys(log, logId), anewIn(log)])
  kept.close()
  const all = [...given, ...stored]
  const faults = faultsOf(all, logId, vkeys)
  const isEarlier = (origin: string): boolean => Number(/\/(\d+)$/.exec(origin)?.[1] ?? 1) < (anew.at(-1)?.n ?? 1)
  const bar = openShareProgress({ json: values.json, terminal }, 'events verified', 0)
  const newest = Math.max(Number(await log.newest()), 1)
  const contents = openContentCheck(beside.contentUrl)
  const verified = await verifyLog({
    log,
    // What was signed before the notary began anew is told below.
    checkpoints: [...given, ...stored.filter(({ origin }) => !isEarlier(origin))],
    treeFolder: treeFolder(beside.dataDir),
    timeZone: env.timezone,
    onEvent: values.content ? contents.note : (_: WholeEvent) => undefined,
    onRead: (events, position) => bar.to(events, Number(position ?? 0) / newest),
  })
  bar.end()
  const damaged = values.content ? await contents.damaged() : []
  const differences = [...faults, ...verified.differences, ...damaged]
  const remarks = [
    ...anew.map(
      ({ signed, found, reason }) =>
        `The notary began anew, where ${counted(signed, 'event')} were signed and ${found} found: ${reason}`,
    ),
    ...(vkeys || all.length === 0 ? [] : ['Signatures were not checked: the key of this log is not here. See --vkey.']),
  ]
  const { events, root, agreeing } = verified
  if (values.json) terminal.print(JSON.stringify({ ...verified, differences, remarks }))
  else {
    const whole = `Whole: ${counted(events, 'event')}, root ${root}, ${counted(agreeing, 'checkpoint')} agree${agreeing === 1 ? 's' : ''}.`
    const lines = differences.length > 0 ? differences : [whole]
    for (const line of [...lines, ...remarks]) terminal.print(safeText(line))
  }
  if (differences.length > 0) process.exitCode = exitCodes.refused
}

await openPlace(place, values.log)
  .then((log) => verify(log).finally(log.close))
  .catch(endWith)
