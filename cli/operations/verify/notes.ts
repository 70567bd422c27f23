import { readFileSync } from 'node:fs'
import { masterKeyFor } from '#api/adapters/master-key.ts'
import { fingerprintBy, readKept, rootOf } from '#api/adapters/open-keys.ts'
import { storagePlaceAt } from '#api/adapters/storage-place.ts'
import type { Env } from '#api/env/env.ts'
import { installationStream, notaryStream } from '#api/event-store/streams.ts'
import type { WholeLog } from '#api/event-store/whole-log.ts'
import { hasMasterKey } from '#api/installation/keys.ts'
import type { KeptNotes } from '#api/notary/kept-notes.ts'
import { keysUpTo, notaryKeysOf } from '#api/notary/notary-keys.ts'
import { isSignedBy, vkeysOf } from '#api/notary/note.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import { jsonIn } from '#cli/operations/log/marks.ts'
import { payloadSchemas } from '#schemas/events/registry.ts'
import { readCheckpoint, type SignedCheckpoint } from '#schemas/proofs/checkpoint.ts'

/** A checkpoint with what it is called. */
export type NamedCheckpoint = SignedCheckpoint & { name: string }

/** Reads checkpoints that somebody kept. Throws Failure for a file that is none. */
export const checkpointsIn = (files: readonly string[]): NamedCheckpoint[] =>
  files.map((file) => {
    const checkpoint = readCheckpoint(readFileSync(file, 'utf8'))
    if (!checkpoint) throw new Failure(`${file} is no checkpoint of a log.`, exitCodes.wrongUsage)
    return { ...checkpoint, name: file }
  })

/** The checkpoints that an installation keeps. */
export const checkpointsKept = async (kept: KeptNotes): Promise<NamedCheckpoint[]> => {
  const notes = new Set<string>()
  for await (const note of kept.all()) notes.add(note)
  const last = await kept.last()
  if (last) notes.add(last.note)
  return [...notes].flatMap((note) => {
    const checkpoint = readCheckpoint(note)
    return checkpoint ? [{ ...checkpoint, name: `the kept checkpoint of ${checkpoint.size} events` }] : []
  })
}

/** How the notary of a log began anew, oldest first. */
export const anewIn = async ({ stream }: Pick<WholeLog, 'stream'>) =>
  (await stream(notaryStream)).flatMap(({ type, data }) =>
    type === 'NotaryBegunAnew' ? [payloadSchemas.NotaryBegunAnew.parse(jsonIn(data))] : [],
  )

/**
 * The public keys that follow from the master key of this installation, or NOTARY_KEY; undefined where that is not here,
 * or is not that of the log.
 */
export const ownVkeys = async (
  env: Env,
  logId: string,
  log: Pick<WholeLog, 'stream'>,
): Promise<string[] | undefined> => {
  if (!hasMasterKey(env)) return undefined
  const masterKey = masterKeyFor(env)
  const [recorded] = await log.stream(installationStream)
  const { fingerprint } = payloadSchemas.MasterKeyRecorded.parse(recorded && jsonIn(recorded.data))
  return readKept(await storagePlaceAt(env.keysUrl), async (kept) => {
    if ((await fingerprintBy(kept, masterKey)) !== fingerprint) return undefined
    const root = (await rootOf(kept, masterKey)) ?? masterKey
    const keys = notaryKeysOf({ logId, root, notaryKey: env.notaryKey })
    const changes = (await log.stream(notaryStream)).length
    return keysUpTo(keys, changes + 1).flatMap(vkeysOf)
  })
}

/** What is wrong with checkpoints themselves, a line each: of another log, or signed by nobody who is trusted. */
export const faultsOf = (
  checkpoints: readonly NamedCheckpoint[],
  logId: string,
  vkeys: readonly string[] | undefined,
): string[] =>
  checkpoints.flatMap((checkpoint) => {
    const { name, origin } = checkpoint
    const own = `siteledger/log/${logId}`
    if (origin !== own && !origin.startsWith(`${own}/`)) return [`${name} is of ${origin}, not of this log, ${own}.`]
    return vkeys && !isSignedBy(checkpoint, vkeys) ? [`${name} is not signed by the key of this log.`] : []
  })
