import { nouns } from '#schemas/nouns.ts'
import type { HistoryChange, HistoryEntry } from '#schemas/resources/history.ts'
import type { OwnPart } from './subject-events.ts'

/** An entry of the history with the number of its event; withheld where others' records are left out of it. */
export type PackedEntry = HistoryEntry & { index: number; withheld?: true }

/** An event of the subject: its place, its type, what it says about the subject's records, and whether a pack shows it. */
export type SubjectEvent = {
  position: string
  index: number
  type: string
  isTold: boolean
  parts: readonly OwnPart[]
}

const changesIn = ({ changes }: OwnPart): HistoryChange[] => JSON.parse(changes)

const isPlace = ({ field }: HistoryChange): boolean => ['client', 'site', 'visit'].includes(field)

/** Most sentences and most records with changes of an entry, as in every history. */
const most = { phrases: 3, parts: 100 } as const

/** 'File moved: the file Gas safety record'. */
const phraseOf = ({ type, parts: [about] }: SubjectEvent): string => {
  const words = type.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return about ? `${words}: the ${nouns[about.resource].one} ${about.name}` : words
}

/** What a command did to the subject, without a word of what else it did. */
const withoutOthers = (entry: HistoryEntry, events: readonly [SubjectEvent, ...SubjectEvent[]]): PackedEntry => {
  const [{ position, index, type, parts }] = events
  const rest = events.length - most.phrases
  const [about] = parts
  const changed = events.flatMap((event) => event.parts.filter(({ changes }) => changes !== '[]')).slice(0, most.parts)
  return {
    ...entry,
    position,
    index,
    type,
    summary: events.slice(0, most.phrases).map(phraseOf).join('; ') + (rest > 0 ? `; and ${rest} more` : ''),
    ...(about && { resource: about.resource, id: about.id }),
    via: { ...entry.via, name: null },
    changes: changed.flatMap((part) =>
      changesIn(part).flatMap((change) => (isPlace(change) ? [] : [{ ...change, record: part.name }])),
    ),
    withheld: true,
  }
}

/**
 * An entry as the history answers it, where all that it is about is the subject's; else what became of the subject alone.
 * `events` are those of the subject, of `total` in all, and `names` those of its places and of what it lies in.
 */
export const packedEntry = (
  entry: HistoryEntry,
  events: readonly [SubjectEvent, ...SubjectEvent[]],
  total: number,
  names: ReadonlySet<string>,
): PackedEntry => {
  const own = (value: string | null) => value === null || names.has(value)
  const isOwn = (part: OwnPart) => changesIn(part).every((each) => !isPlace(each) || (own(each.from) && own(each.to)))
  const isWhole = events.length === total && events.every(({ isTold, parts }) => isTold && parts.every(isOwn))
  return isWhole ? { ...entry, index: events[0].index } : withoutOthers(entry, events)
}
