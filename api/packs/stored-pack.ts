import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { type ContentStore, findOrMiss } from '#api/adapters/content-store.ts'
import type { StoredBytes } from '#api/http/answer.ts'
import type { PackRow } from '#projections/packs/packs.ts'
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
  made: AsyncIterable<Uint8Array>,
): Promise<{ plan: Content; made: Content; bytes: number }> => {
  const limits = { maxBytes: Number.MAX_SAFE_INTEGER }
  return {
    made: await content.put(teamId, made, limits),
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
  const bytes = zip.read
  return {
    hash: sha256,
    size: zip.length,
    read: async (range = { start: 0, end: zip.length - 1 }) =>
      Readable.from(
        bytes(range, async (index, { start, end }) => {
          const { hash, size, path } = entries[index] as Plan['entries'][number]
          const from = starts[index] as number
          if (hash === undefined) return own.read({ start: from + start, end: from + end })
          const stored = await findOrMiss(content, teamId, hash, path)
          // Read whole, its bytes are compared with its hash.
          return start === 0 && end === size - 1 ? stored.read() : stored.read({ start, end })
        }),
        { objectMode: false },
      ),
  }
}
