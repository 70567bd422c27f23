import { resources } from '#schemas/abilities.ts'
import type { TrashEntry } from '#schemas/resources/trash.ts'
import { kinds } from '#web/components/kinds.ts'
import { counted } from '#web/lib/counted.ts'

const day = 86_400_000

/** Whole and begun days until something is removed for ever; 1 on the last day. */
export const daysLeft = (expiresAt: string, now: number): number =>
  Math.max(1, Math.ceil((Date.parse(expiresAt) - now) / day))

const listed = new Intl.ListFormat('en-GB')

/** What went with the thing itself: '2 sites, 3 visits and 14 files'; empty where nothing did. */
export const wentWith = ({ resource, record_id, contents }: TrashEntry): string => {
  const parts = resources.flatMap((kind) => {
    // Of several files that were deleted in one go, none is the thing itself.
    const others = (contents[kind] ?? 0) - (kind === resource && record_id !== null ? 1 : 0)
    return others > 0 ? [counted(others, kinds[kind].one, kinds[kind].many)] : []
  })
  return listed.format(parts)
}
