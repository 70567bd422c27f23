import type { PackSummary } from '#api/adapters/pdf/pack-summary.ts'
import { base64Of, noteText } from '#schemas/proofs/checkpoint.ts'
import { changeOf, whoDid } from '#schemas/records/history-words.ts'
import { counted } from '#schemas/text/counted.ts'
import { daysAfter, longTime, shortTime, showDate } from '#schemas/time/dates.ts'
import type { PackOrder, PackProof } from './pack.ts'
import type { PackSubject } from './read-subject.ts'
import type { PackedEntry } from './told-history.ts'

/** Rows that have room on the pages of a summary at most, and the characters of a change. */
const mostRows = 8000
const mostCharacters = 600

const recentDays = 90

/** The newest entries of the last ninety days, for which a summary has room, and how many there are. */
type Recent = { rows: readonly PackedEntry[]; all: number }

/** Gathers what is recent at a moment from entries, which are added oldest first. */
export const openRecent = ({ at }: PackOrder['moment']) => {
  const since = daysAfter(at.toISOString(), -recentDays)
  let rows: PackedEntry[] = []
  let all = 0
  return {
    add: (entries: readonly PackedEntry[]): void => {
      const recent = entries.filter((entry) => entry.at > since)
      all += recent.length
      rows = [...rows, ...recent].slice(-mostRows)
    },
    newest: (): Recent => ({ rows: rows.toReversed(), all }),
  }
}

/** What a pack says on paper: the subject, who ordered it and why, its files, and its changes of the last ninety days. */
export const summaryOf = (
  { name, files, indices }: PackSubject,
  { within, moment, from, by, reason }: PackOrder,
  { checkpoint, contents: { gone, differing, pictures }, timeZone }: PackProof,
  recent: Recent,
): PackSummary => {
  const size = checkpoint.size.toLocaleString('en-GB')
  const signed = `${size} events, signed ${longTime(checkpoint.signedAt.toISOString(), timeZone)}`
  return {
    title: `Evidence pack of the ${within.kind} ${name}`,
    at: moment.at,
    code: noteText(checkpoint),
    facts: [
      ['As of', `${longTime(moment.at.toISOString(), timeZone)}, position ${moment.position}`],
      ['Ordered by', by ?? 'erased person'],
      ['Reason', reason ?? 'erased'],
      ['Files', `${counted(files.length, 'content')}, of which ${gone.size} are gone and ${differing.size} differ`],
      ['Events', `${counted(indices.length, 'event')}${from === null ? '' : ` after position ${from}`}`],
      ['Log', checkpoint.origin],
      ['Checkpoint', signed],
      ['Root', base64Of(checkpoint.root)],
      ['Code', 'The origin, the size and the root of the checkpoint. README.txt says how this pack is verified.'],
    ],
    tables: [
      {
        heading: ['File', 'Version', 'Completed', 'Expires', 'Event no.'],
        first: 400,
        rows: files.slice(0, mostRows).map(({ path, index, file: { hash, version, completed_at, expires_at } }) => ({
          picture: pictures.get(hash),
          cells: [
            path.replace('files/', ''),
            String(version),
            showDate(completed_at),
            expires_at === null ? '' : showDate(expires_at),
            index === null ? '' : index.toLocaleString('en-GB'),
          ],
        })),
        all: files.length,
        file: 'files.csv',
      },
      {
        heading: [`Changes of the last ${recentDays} days`, 'When', 'Who', 'Event no.'],
        first: 470,
        rows: recent.rows.map((entry) => ({
          cells: [
            // No font of ours has the arrow.
            `${entry.summary}\n${entry.changes.map(changeOf).join('; ')}`
              .trim()
              .replaceAll(' → ', ' to ')
              .slice(0, mostCharacters),
            shortTime(new Date(entry.at), timeZone),
            whoDid(entry),
            entry.index.toLocaleString('en-GB'),
          ],
        })),
        all: recent.all,
        file: 'history.csv',
      },
    ],
  }
}
