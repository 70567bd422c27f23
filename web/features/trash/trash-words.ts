import type { TrashEntry } from '#schemas/resources/trash.ts'
import { kinds } from '#web/components/kinds.ts'
import { listedContents } from '#web/components/listed-contents.ts'

const day = 86_400_000

/** Days until a purge, rounded up; 1 on the last day. */
export const daysLeft = (expiresAt: string, now: number): number =>
  Math.max(1, Math.ceil((Date.parse(expiresAt) - now) / day))

/** What is in an entry: 'One client, with 2 sites and 14 files', or '500 sites' that were deleted as one. */
export const wholeOf = ({ resource, record_id, contents }: TrashEntry): string => {
  if (record_id === null) return listedContents(contents)
  const others = listedContents(contents, { [resource]: 1 })
  return `One ${kinds[resource].one}${others && `, with ${others}`}`
}

/** How many records are in an entry. */
export const manyIn = ({ contents }: TrashEntry): number => Object.values(contents).reduce((sum, many) => sum + many, 0)
