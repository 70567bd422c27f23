import type { HistoryEntry } from '#schemas/resources/history.ts'
import { type Phrase, sameWords } from './sentence.ts'

type Stored = Pick<HistoryEntry, 'at' | 'type'> & {
  actor: string | null
  impersonator: string | null
  via_id: string | null
  phrases: string
}

/** An entry of the read model, with how many entries it stands for. */
type Line<Row> = Row & { entries: number }

const uploads: readonly string[] = ['FileUploaded', 'DocumentUploaded']

const dayOf = ({ at }: Stored): string => at.slice(0, 10)

const isAlike = (one: Stored, other: Stored): boolean =>
  uploads.includes(one.type) &&
  one.type === other.type &&
  one.actor === other.actor &&
  one.impersonator === other.impersonator &&
  one.via_id === other.via_id &&
  dayOf(one) === dayOf(other)

/** The uploads of both entries to one place as one sentence; undefined where they are not alike. */
const together = <Row extends Stored>(line: Line<Row>, row: Row): Line<Row> | undefined => {
  if (!isAlike(line, row)) return undefined
  const [phrase, ...more] = JSON.parse(line.phrases) as Phrase[]
  const [next, ...others] = JSON.parse(row.phrases) as Phrase[]
  const isOne = more.length + others.length === 0 && phrase && next && sameWords(phrase.several, next.several)
  if (!isOne) return undefined
  const phrases = JSON.stringify([{ ...phrase, total: phrase.total + next.total }])
  return { ...line, phrases, entries: line.entries + 1 }
}

/** Adds older entries to lines, newest first: what one person uploaded in a row, on one day and to one place, is one line. */
export const withUploadsTogether = <Row extends Stored>(lines: readonly Line<Row>[], rows: readonly Row[]) => {
  const all = [...lines]
  for (const row of rows) {
    const last = all.at(-1)
    const joined = last && together(last, row)
    if (joined) all[all.length - 1] = joined
    else all.push({ ...row, entries: 1 })
  }
  return all
}
