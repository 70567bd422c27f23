import type { PackSummary } from '#api/adapters/pdf/pack-summary.ts'
import { base64Of, noteText } from '#schemas/proofs/checkpoint.ts'
import { changeOf, whoDid } from '#schemas/records/history-words.ts'
import { counted } from '#schemas/text/counted.ts'
import { daysAfter, longTime, shortTime, showDate } from '#schemas/time/dates.ts'
import type { PackOrder, PackProof } from './pack.ts'
import type { PackSubject } from './read-subject.ts'

/** Rows that have room on the pages of a summary at most, and the characters of a change. */
const mostRows = 8000
const mostCharacters = 600

const recentDays = 90

/** What a pack says on paper: the subject, who ordered it and why, its files, and its changes of the last ninety days. */
export const summaryOf = (
  { name, files, entries, leaves }: PackSubject,
  { within, moment, from, by, reason }: PackOrder,
  { checkpoint, contents: { gone, differing, pictures }, timeZone }: PackProof,
): PackSummary => {
  const since = daysAfter(moment.at.toISOString(), -recentDays)
  const recent = entries.filter(({ at }) => at > since).reverse()
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
      ['Events', `${counted(leaves.length, 'event')}${from === null ? '' : ` after position ${from}`}`],
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
        rows: recent.slice(0, mostRows).map((entry) => ({
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
        all: recent.length,
        file: 'history.csv',
      },
    ],
  }
}
