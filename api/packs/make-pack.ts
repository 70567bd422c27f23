import { hash as digestOf } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { ContentStore } from '#api/adapters/content-store.ts'
import type { Lock } from '#api/adapters/locks.ts'
import { packDecider } from '#api/domain/pack.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { packStream } from '#api/event-store/streams.ts'
import type { LogProofs } from '#api/notary/log-proofs.ts'
import type { ContentHash } from '#schemas/ids.ts'
import { manifestOf, manifestPath } from '#schemas/proofs/manifest.ts'
import type { PackProgress } from '#schemas/records/pack.ts'
import { entriesOf } from './entries-of.ts'
import { contextOfPack, type PackEntry, type PackOrder } from './pack.ts'
import { type PictureOf, readContents } from './read-contents.ts'
import { readSubject } from './read-subject.ts'
import { keepPack, type Plan } from './stored-pack.ts'
import type { PackTools } from './subject-events.ts'

export type MakingTools = PackTools & {
  ledger: Ledger
  content: ContentStore
  pictureOf: PictureOf
  proofs: Pick<LogProofs, 'evidenceFor'>
  /** Folder of the built web app, with the page and the program that verify. */
  webFolder: string
  timeZone: string
}

type Planned = Plan['entries'][number] & { sha256: string }

/** How an entry lies in the zip file, with the SHA-256 of its bytes. */
const planned = (entry: PackEntry, crcs: ReadonlyMap<ContentHash, number>): Planned => {
  if ('bytes' in entry) {
    const { path, bytes } = entry
    return { path, size: bytes.length, crc: crc32(bytes), sha256: digestOf('sha256', bytes) }
  }
  const { path, size, hash } = entry
  return { path, size, hash, crc: crcs.get(hash) as number, sha256: hash }
}

/**
 * Makes a pack, reading each content once, and records that it is ready; leaves it for later while the log is not signed so
 * far. Making it twice is safe: what was recorded first counts.
 */
export const makePack = async (
  order: PackOrder,
  tools: MakingTools,
  lock: Pick<Lock<PackProgress>, 'publish'>,
): Promise<void> => {
  const { ledger, content, proofs, webFolder, timeZone } = tools
  const { id: packId, team_id: teamId } = order
  const subject = await readSubject(order, tools)
  const evidence = subject && (await proofs.evidenceFor(subject.leaves.map(({ index }) => index)))
  if (!evidence) return
  const files = order.files ? subject.files.map(({ file }) => file) : []
  const contents = await readContents(teamId, files, { ...tools, tell: lock.publish })
  const verifyPage = await readFile(join(webFolder, 'verify.html'))
  const verifyProgram = await readFile(join(webFolder, 'verify.mjs'))
  const { sign, ...proof } = evidence
  const entries = await entriesOf(subject, order, { ...proof, verifyPage, verifyProgram, contents, timeZone })
  const listed = entries.map((entry) => planned(entry, contents.whole))
  const manifest = Buffer.from(manifestOf(packId, listed, sign))
  const all = [...listed, planned({ path: manifestPath, bytes: manifest }, contents.whole)]
  const made = [...entries.flatMap((entry) => ('bytes' in entry ? [entry.bytes] : [])), manifest]
  const plan = { at: order.moment.at.toISOString(), entries: all.map(({ sha256: _, ...entry }) => entry) }
  const kept = await keepPack(content, teamId, plan, made)
  const ready = {
    packId,
    teamId,
    ...kept,
    sha256: all.at(-1)?.sha256 ?? '',
    files: files.length,
    differing: contents.gone.size + contents.differing.size,
  }
  const finish = { type: 'FinishPack', ready } as const
  await handle(ledger, packDecider, packStream(packId), finish, contextOfPack(order, 'finish'))
}
