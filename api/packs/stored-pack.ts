import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { type ByteRange, type ContentStore, findOrMiss } from '#api/adapters/content-store.ts'
import type { StoredBytes } from '#api/http/answer.ts'
import type { PackRow } from '#projections/lists/packs.ts'
import type { Content } from '#schemas/events/file.ts'
import { ContentHash, type TeamId } from '#schemas/ids.ts'
import { layOut } from './pack-zip.ts'

/** Where each entry of a pack comes from, in their order: a content by its hash, or else the next bytes of what was made. */
const Plan = z.object({
  at: z.iso.datetime(),
  entries: z.array(z.object({ path: z.string(), size: z.number(), crc: z.number(), hash: ContentHash.optional() })),
})
export type Plan = z.infer<typeof Plan>

/** Keeps a pack: its plan and what was made for it, both as contents of the team. */
export const keepPack = async (
  content: Pick<ContentStore, 'put'>,
  teamId: TeamId,
  plan: Plan,
  made: readonly Uint8Array[],
): Promise<{ plan: Content; made: Content; bytes: number }> => {
  const limits = { maxBytes: Number.MAX_SAFE_INTEGER }
  return {
    made: await content.put(teamId, Readable.from(made), limits),
    plan: await content.put(teamId, Buffer.from(JSON.stringify(plan)), limits),
    bytes: layOut(plan.entries, new Date(plan.at)).length,
  }
}

/** The bytes of a pack that is ready, none of which are stored as they are. */
export const openStoredPack = async (
  content: Pick<ContentStore, 'find'>,
  { id, team_id: teamId, plan, made, sha256 }: PackRow,
): Promise<StoredBytes> => {
  if (plan === null || made === null || sha256 === null) throw new Error('A pack that is not ready has no bytes')
  const planned = await findOrMiss(content, teamId, plan, id)
  const { at, entries } = Plan.parse(await json(await planned.read()))
  const own = await findOrMiss(content, teamId, made, id)
  let next = 0
  const starts = entries.map(({ size, hash }) => {
    const start = next
    if (hash === undefined) next += size
    return start
  })
  const zip = layOut(entries, new Date(at))
  const open = async (index: number, range?: ByteRange): Promise<Readable> => {
    const { hash, size, path } = entries[index] as Plan['entries'][number]
    // Read whole, a content is compared with its hash.
    if (hash !== undefined) return (await findOrMiss(content, teamId, hash, path)).read(range)
    const from = starts[index] as number
    const { start, end } = range ?? { start: 0, end: size - 1 }
    return size === 0 ? Readable.from([]) : own.read({ start: from + start, end: from + end })
  }
  return {
    hash: sha256,
    size: zip.length,
    read: async (range) => Readable.from(zip.read(open, range), { objectMode: false }),
  }
}
