import { listShares, type ShareLink } from '#schemas/resources/shares.ts'
import { counted } from '#schemas/text/counted.ts'
import type { ShareTarget } from '#web/components/share-target.ts'
import { longDate, longDateTime } from '#web/lib/dates.ts'
import { listQuery } from '#web/lib/queries.ts'

/** The fields of a request that name the record, and what of it. */
export const recordOf = ({ kind, of, id }: ShareTarget) =>
  ({ [`${of}_id`]: id, ...(kind === 'compliance' ? { kind } : {}) }) as { file_id: string }

/** The links of the team. */
export const sharesQuery = listQuery(listShares)

/** The links of one record. */
export const sharesOf = (target: ShareTarget) => listQuery(listShares, undefined, recordOf(target))

const openingsOf = ({ openings, max_openings }: ShareLink): string => {
  if (max_openings !== null) return `Opened ${openings} of ${counted(max_openings, 'time', 'times')}`
  return openings === 0 ? 'Not opened yet' : `Opened ${counted(openings, 'time', 'times')}`
}

/** How a link was used, until when it can be, and who made it: 'Opened 3 times, last on … · 2 downloads · ends …'. */
export const usageOf = (share: ShareLink): string =>
  [
    openingsOf(share) + (share.last_opened_at ? `, last on ${longDateTime(share.last_opened_at)}` : ''),
    share.downloads > 0 && counted(share.downloads, 'download', 'downloads'),
    share.locked && 'with a password',
    `ends ${longDate(share.expires_at)}`,
    `created by ${share.created_by_user.name ?? 'an erased person'} on ${longDate(share.created_at)}`,
  ]
    .filter(Boolean)
    .join(' · ')

/** Why a link does not work at present; null if it does. */
export const pausageOf = ({ state }: ShareLink): string | null => {
  if (state === 'open') return null
  return state === 'used-up' ? 'Used up' : 'Paused'
}
