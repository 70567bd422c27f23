import type { PackRow } from '#projections/lists/packs.ts'
import { type PackProgress, packEndsAt } from '#schemas/records/pack.ts'
import type { Pack } from '#schemas/resources/packs.ts'

type Beside = {
  /** How far it is, while it is being made. */
  progress: PackProgress | undefined
  /** What its place and whoever ordered it are called now. */
  name: string
  by: string | null
  now: Date
}

/** A pack in a response. */
export const presentPack = (row: PackRow, { progress, name, by, now }: Beside): Pack => {
  const { id, within, total, ready_at } = row
  const { as_of, bytes, sha256, differing, reason } = row
  const endsAt = ready_at && packEndsAt(ready_at)
  const isOver = row.state === 'ready' && endsAt !== null && endsAt <= now.toISOString()
  const state = progress && row.state === 'waiting' ? 'reading' : row.state
  return {
    id,
    within: `${within.kind}/${within.id}`,
    name,
    as_of,
    state: isOver ? 'expired' : state,
    done: progress?.done ?? total ?? 0,
    total: progress?.total ?? total ?? 0,
    bytes,
    sha256,
    differing,
    by: by === null ? null : { id: row.user_id, name: by },
    reason,
    created_at: row.ordered_at,
    expires_at: endsAt,
  }
}
