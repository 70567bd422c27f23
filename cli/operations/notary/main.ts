import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readEnvOrExit } from '#api/env/env.ts'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { openLedger } from '#api/event-store/ledger.ts'
import type { EventLog } from '#api/event-store/port.ts'
import { notaryStream } from '#api/event-store/streams.ts'
import { openInstallationKeys } from '#api/installation/keys.ts'
import { recordNext } from '#api/installation/log-identity.ts'
import { type KeptNotes, openKeptNotes, stoppedFile } from '#api/notary/kept-notes.ts'
import { openLogProofs } from '#api/notary/log-proofs.ts'
import { currentNumber, notaryChangesIn, notaryKeysOf, openPublications } from '#api/notary/notary-keys.ts'
import { vkeysOf } from '#api/notary/note.ts'
import { readTree, treeFolder } from '#api/notary/tree-files.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import { isInUse } from '#cli/operations/doctor/data-folder.ts'
import { endWith } from '#cli/operations/end.ts'
import { safeText } from '#schemas/text/safe-text.ts'

// Whatever it writes belongs to its owner alone.
process.umask(0o077)

/**
 * The notary of this installation, as a process, while Siteledger runs:
 *
 *   node cli/operations/notary/main.ts status|rotate [--json]
 *   node cli/operations/notary/main.ts begin-anew --reason TEXT [--json]
 *
 * The environment is that of npm start. A refusal is one line on standard error and an exit code of the command line.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { reason: { type: 'string', default: '' }, json: { type: 'boolean', default: false } },
})
const env = readEnvOrExit(process.env)
const longestReason = 255

const eventStoreUrl = (): string => {
  if (env.eventStoreUrl !== undefined) return env.eventStoreUrl
  const file = join(env.dataDir, 'eventstore-url')
  if (!isInUse(env) || !existsSync(file)) {
    throw new Failure(`Siteledger does not run on ${env.dataDir}: start it first.`, exitCodes.serverUnreachable)
  }
  return readFileSync(file, 'utf8').trim()
}

const answer = (words: string | readonly string[], value: object): void => {
  process.stdout.write(`${values.json ? JSON.stringify(value) : [words].flat().map(safeText).join('\n')}\n`)
}

const stopped = (): string | undefined => {
  const file = stoppedFile(env.dataDir)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

const openTools = async (log: EventLog, kept: KeptNotes) => {
  const {
    keys: people,
    root,
    logId,
  } = await openInstallationKeys(log, env, (line) => process.stderr.write(`${line}\n`))
  const ledger = openLedger(log, people)
  const keys = notaryKeysOf({ logId, root, notaryKey: env.notaryKey })
  const changes = () => notaryChangesIn(ledger)
  const publications = openPublications(ledger)
  // How the log stands is told without it and its tree.
  const none = { log: { at: async () => undefined }, tree: { of: () => undefined, asItIs: () => undefined } }
  const proofs = openLogProofs({ logId, keys, changes, publications, kept, ...none })
  return { log, keys, changes, proofs, close: people.close }
}
type Tools = Awaited<ReturnType<typeof openTools>>

const status = async ({ proofs }: Tools): Promise<void> => {
  const standing = await proofs.standing()
  const reason = stopped()
  const signed = `${standing.size.toLocaleString('en-GB')} events, ${standing.signed_at ?? 'nothing signed yet'}`
  const words = [`origin  ${standing.origin}`, `signed  ${signed}`, ...standing.vkeys.map((vkey) => `vkey    ${vkey}`)]
  answer([...words, ...(reason === undefined ? [] : [`stopped ${reason}`])], { ...standing, stopped: reason ?? null })
}

const rotate = async ({ log, keys, changes }: Tools): Promise<void> => {
  if (env.notaryKey !== undefined) {
    throw new Failure('NOTARY_KEY is the key of the notary: without it, rotate gives it another one.')
  }
  const n = currentNumber(await changes()) + 1
  const [vkey = ''] = vkeysOf(keys(n))
  await recordNext(log, notaryStream, { type: 'NotaryKeyChanged', data: { n, vkey } })
  answer(`The notary goes on with ${vkey}; the next checkpoint is signed by both keys.`, { n, vkey })
}

const beginAnew = async ({ log, changes, proofs }: Tools): Promise<void> => {
  const reason = values.reason.trim()
  if (reason === '' || reason.length > longestReason) {
    throw new Failure(`Say why with --reason, in at most ${longestReason} characters.`, exitCodes.wrongUsage)
  }
  if (stopped() === undefined) throw new Failure('The notary signs this log: there is nothing to begin anew.')
  const n = currentNumber(await changes()) + 1
  const signed = (await proofs.newest())?.size ?? 0
  const found = readTree(treeFolder(env.dataDir), (tree) => tree.size()) ?? 0
  await recordNext(log, notaryStream, { type: 'NotaryBegunAnew', data: { n, reason, signed, found } })
  answer(`The notary goes on under its name no. ${n}, with ${found} events where ${signed} were signed.`, {
    n,
    reason,
    signed,
    found,
  })
}

const tasks: Record<string, (tools: Tools) => Promise<void>> = { status, rotate, 'begin-anew': beginAnew }

const run = async (): Promise<void> => {
  const task = tasks[positionals[0] ?? '']
  if (!task) throw new Failure('Name one of status, rotate and begin-anew.', exitCodes.wrongUsage)
  const log = connectEventStore(eventStoreUrl())
  const kept = await openKeptNotes(env)
  try {
    const tools = await openTools(log, kept)
    await task(tools).finally(tools.close)
  } finally {
    kept.close()
    await log.close()
  }
}

await run().catch(endWith)
