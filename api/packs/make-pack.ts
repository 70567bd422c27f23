import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ContentStore } from '#api/adapters/content-store.ts'
import type { Lock } from '#api/adapters/locks.ts'
import { packDecider } from '#api/domain/pack.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { packStream } from '#api/event-store/streams.ts'
import type { LogProofs } from '#api/notary/log-proofs.ts'
import { manifestOf, manifestPath } from '#schemas/proofs/manifest.ts'
import type { PackProgress } from '#schemas/records/pack.ts'
import { contentsOf, madePaths, piecesOf } from './entries-of.ts'
import { contextOfPack, type PackOrder, type PackProof, type PackTools } from './pack.ts'
import { gathered, openZip, zippedContent } from './pack-zip.ts'
import { planOf } from './plan.ts'
import { type PictureOf, readContents } from './read-contents.ts'
import { type PackSubject, readSubject } from './read-subject.ts'

type Making = PackTools & {
  ledger: Ledger
  content: ContentStore
  pictureOf: PictureOf
  proofs: Pick<LogProofs, 'evidenceFor'>
  /** Folder of the built web app, with the page and the program that verify. */
  webFolder: string
  timeZone: string
}

export type MakingTools = Omit<Making, 'goOn'>

const noLimit = { maxBytes: Number.MAX_SAFE_INTEGER }

/** The bytes that are made for a pack, as they come. After the last one `zip` has all its runs, and its MANIFEST. */
const madeBytes = async function* (
  zip: ReturnType<typeof openZip>,
  subject: PackSubject,
  order: PackOrder,
  proof: PackProof,
  goOn: () => void,
): AsyncGenerator<Uint8Array> {
  for await (const piece of piecesOf(subject, order, proof)) {
    goOn()
    yield zip.add(piece)
  }
  const { before, after } = madePaths(proof)
  const entries = [
    ...before.map(zip.entry),
    ...contentsOf(subject, proof.contents).map(zippedContent),
    ...after.map(zip.entry),
  ]
  yield zip.add({ path: manifestPath, bytes: manifestOf(order.id, entries, proof.sign) })
  yield* zip.around([...entries, zip.entry(manifestPath)], order.moment.at)
}

/**
 * Makes a pack, reading each content once, and records that it is ready; leaves it for later while the log is not signed so
 * far. Making it twice is safe: what was recorded first counts.
 */
export const makePack = async (
  order: PackOrder,
  tools: Making,
  lock: Pick<Lock<PackProgress>, 'publish'>,
): Promise<void> => {
  const { ledger, content, proofs, webFolder, timeZone, goOn } = tools
  const { id: packId, team_id: teamId } = order
  const subject = await readSubject(order, tools)
  const evidence = subject && (await proofs.evidenceFor(subject.indices))
  if (!evidence) return
  const files = order.files ? subject.files.map(({ file }) => file) : []
  const tell = (progress: PackProgress): void => {
    goOn()
    lock.publish(progress)
  }
  const contents = await readContents(teamId, files, { ...tools, tell })
  const verifyPage = await readFile(join(webFolder, 'verify.html'))
  const verifyProgram = await readFile(join(webFolder, 'verify.mjs'))
  const proof = { ...evidence, verifyPage, verifyProgram, contents, timeZone }
  const zip = openZip()
  const made = await content.put(teamId, gathered(madeBytes(zip, subject, order, proof, goOn)), noLimit)
  const plan = await content.put(teamId, gathered(planOf(zip.runs)), noLimit)
  const ready = {
    packId,
    teamId,
    made,
    plan,
    bytes: zip.runs.reduce((sum, { length }) => sum + length, 0),
    sha256: zip.entry(manifestPath).sha256,
    files: files.length,
    differing: contents.gone.size + contents.differing.size,
  }
  const finish = { type: 'FinishPack', ready } as const
  await handle(ledger, packDecider, packStream(packId), finish, contextOfPack(order, 'finish'))
}
