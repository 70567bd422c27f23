import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type ByteRange, type ContentStore, findOrMiss, type StoredContent } from '#api/adapters/content-store.ts'
import type { StoredBytes } from '#api/http/answer.ts'
import type { PackRow } from '#projections/lists/packs.ts'
import { type Run, runsIn } from './plan.ts'

const notOfItsSize = () => new Error('A content of a pack is not of its size')

/**
 * Some bytes of a content, each piece as it comes.
 * @throws where they are not as many as they should be, before others stood in their place
 */
const bytesOf = async function* ({ read }: StoredContent, { start, length }: Run, isAll: boolean) {
  let missing = length
  // Read whole, a content is compared with its hash.
  for await (const piece of await read(isAll ? undefined : { start, end: start + length - 1 })) {
    missing -= piece.length
    if (missing < 0) break
    yield piece
  }
  if (missing !== 0) throw notOfItsSize()
}

/** Bytes that are read at once for small runs, which lie one after the other. */
const together = 64 * 1024

/** Reads what was made for a pack, many small runs of it at once. */
const openMade = (made: StoredContent) => {
  let ahead = { start: 0, bytes: Buffer.alloc(0) }
  return async function* (run: Run) {
    const { start, length } = run
    if (length > together) return yield* bytesOf(made, run, false)
    if (start < ahead.start || start + length > ahead.start + ahead.bytes.length) {
      const end = Math.min(start + together, made.size) - 1
      ahead = { start, bytes: await buffer(await made.read({ start, end })) }
    }
    const bytes = ahead.bytes.subarray(start - ahead.start, start - ahead.start + length)
    if (bytes.length < length) throw notOfItsSize()
    yield bytes
  }
}

/** The bytes of a pack that is ready, none of which are stored as they are. */
export const openStoredPack = async (
  content: Pick<ContentStore, 'find'>,
  { id, team_id: teamId, plan, made, sha256, bytes }: PackRow,
): Promise<StoredBytes> => {
  if (plan === null || made === null || sha256 === null || bytes === null)
    throw new Error('A pack that is not ready has no bytes')
  const runs = await buffer(await (await findOrMiss(content, teamId, plan, id)).read())
  const own = await findOrMiss(content, teamId, made, id)
  const read = async function* (range: ByteRange) {
    const madeIn = openMade(own)
    for (const { isWhole, ...run } of runsIn(runs, range))
      yield* run.hash === null ? madeIn(run) : bytesOf(await findOrMiss(content, teamId, run.hash, id), run, isWhole)
  }
  return {
    hash: sha256,
    size: bytes,
    read: async (range = { start: 0, end: bytes - 1 }) => Readable.from(read(range), { objectMode: false }),
  }
}
