import { resources } from '#schemas/abilities.ts'
import type { TrashEntry } from '#schemas/resources/trash.ts'
import { kinds } from '#web/components/kinds.ts'
import { counted } from '#web/lib/counted.ts'

const day = 86_400_000

/** Days until a purge, rounded up; 1 on the last day. */
export const daysLeft = (expiresAt: string, now: number): number =>
  Math.max(1, Math.ceil((Date.parse(expiresAt) - now) / day))

const listed = new Intl.ListFormat('en-GB')

/** What was deleted with the record: '2 sites, 3 visits and 14 files'; empty when nothing was. */
export const wentWith = ({ resource, record_id, contents }: TrashEntry): string => {
  const parts = resources.flatMap((kind) => {
    // In a bulk deletion of files no file is the record itself.
    const others = (contents[kind] ?? 0) - (kind === resource && record_id !== null ? 1 : 0)
    return others > 0 ? [counted(others, kinds[kind].one, kinds[kind].many)] : []
  })
  return listed.format(parts)
}
