import type { PackRow } from '#projections/lists/packs.ts'
import { type PackProgress, packEndsAt } from '#schemas/records/pack.ts'
import type { Pack } from '#schemas/resources/packs.ts'

type Beside = {
  /** How far it is, while it is being made. */
  progress: PackProgress | undefined
  /** What its place and whoever ordered it are called now. */
  names: { place: string; by: string | null }
  now: Date
}

const stateOf = ({ state, ready_at }: PackRow, { progress, now }: Beside): Pack['state'] => {
  if (state === 'waiting') return progress ? 'reading' : 'waiting'
  return state === 'ready' && ready_at !== null && packEndsAt(ready_at) <= now.toISOString() ? 'expired' : state
}

/** A pack in a response. */
export const presentPack = (row: PackRow, beside: Beside): Pack => {
  const { within, total, bytes, sha256, differing } = row
  const { names, progress } = beside
  return {
    id: row.id,
    within: `${within.kind}/${within.id}`,
    name: names.place,
    as_of: row.as_of,
    state: stateOf(row, beside),
    done: progress?.done ?? total ?? 0,
    total: progress?.total ?? total ?? 0,
    bytes,
    sha256,
    differing,
    by: names.by === null ? null : { id: row.user_id, name: names.by },
    reason: row.reason,
    created_at: row.ordered_at,
    expires_at: row.ready_at && packEndsAt(row.ready_at),
  }
}
