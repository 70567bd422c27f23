import type { TrashEntry } from '#schemas/resources/trash.ts'
import { listedContents } from '#web/components/listed-contents.ts'

const day = 86_400_000

/** Days until a purge, rounded up; 1 on the last day. */
export const daysLeft = (expiresAt: string, now: number): number =>
  Math.max(1, Math.ceil((Date.parse(expiresAt) - now) / day))

/** The records that were deleted with the record: '2 sites, 3 visits and 14 files'; empty when nothing was. */
export const wentWith = ({ resource, record_id, contents }: TrashEntry): string =>
  // In a bulk deletion of files no file is the record itself.
  listedContents(contents, record_id === null ? {} : { [resource]: 1 })
