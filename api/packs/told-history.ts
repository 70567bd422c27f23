import type { ReadModels } from '#api/services/read-models.ts'
import { nouns } from '#schemas/nouns.ts'
import { packNouns } from '#schemas/records/pack.ts'
import type { HistoryChange, HistoryEntry } from '#schemas/resources/history.ts'
import type { PackOrder } from './pack.ts'
import type { OwnPart, SubjectEvent, SubjectOutline } from './subject-events.ts'

/** An entry of the history with the number of its event; withheld where others' records are left out of it. */
export type PackedEntry = HistoryEntry & { index: number; withheld?: true }

type Numbered = SubjectEvent & { index: number }

/** What the subject's own events of an entry say, of which there may be a hundred thousand. */
type OwnEntry = { first: Numbered; events: number; isOwn: boolean; phrases: string[]; changed: OwnPart[] }

/** Sentences and records with changes that an entry has at most, as in every history. */
const most = { phrases: 3, parts: 100 } as const

const changesIn = ({ changes }: OwnPart): HistoryChange[] => JSON.parse(changes)
const isPlace = ({ field }: HistoryChange): boolean => ['client', 'site', 'visit'].includes(field)

/** 'File moved: the file Gas safety record' */
const phraseOf = ({ event, parts: [about] }: SubjectEvent): string => {
  const words = event.type.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return about ? `${words}: the ${nouns[about.resource].one} ${about.name}` : words
}

/** What a command did to the subject, without a word of what else it did. */
const withoutOthers = (entry: HistoryEntry, { first, events, phrases, changed }: OwnEntry): PackedEntry => {
  const rest = events - most.phrases
  const [about] = first.parts
  return {
    ...entry,
    index: first.index,
    position: first.event.position,
    type: first.event.type,
    summary: phrases.join('; ') + (rest > 0 ? `; and ${rest} more` : ''),
    ...(about && { resource: about.resource, id: about.id }),
    via: { ...entry.via, name: null },
    changes: changed.flatMap((part) =>
      changesIn(part).flatMap((change) => (isPlace(change) ? [] : { ...change, record: part.name })),
    ),
    withheld: true,
  }
}

/**
 * The history of the subject, oldest first, as it is answered: entries with any of its events, which are added in their
 * order. Where an entry is about more, or names a place that is none of the subject's and of what is `around` it, it tells of
 * the subject alone.
 */
export const openToldHistory = (
  { scope, within: { kind, id }, moment }: PackOrder,
  history: ReadModels['history'],
  { lastIn, names }: Pick<SubjectOutline, 'lastIn' | 'names'>,
) => {
  const reader = { scope, hidden: [] }
  const filter = { resource: packNouns[kind], id, below: true, upTo: moment.position }
  const isOwn = (part: OwnPart) =>
    changesIn(part).every(
      (each) => !isPlace(each) || [each.from, each.to].every((name) => name === null || names.has(name)),
    )
  /** By the positions of entries, in the order of their first events. */
  const begun = new Map<string, OwnEntry>()
  const ended = new Set<string>()
  return {
    add: (own: Numbered): void => {
      const { event, entry: key, parts, isTold } = own
      if (lastIn.get(key) === event.position) ended.add(key)
      // What names none of its records is not told.
      if (parts.length === 0) return
      const entry = begun.get(key) ?? { first: own, events: 0, isOwn: true, phrases: [], changed: [] }
      begun.set(key, entry)
      entry.events += 1
      entry.isOwn &&= isTold && parts.every(isOwn)
      if (entry.phrases.length < most.phrases) entry.phrases.push(phraseOf(own))
      const changed = parts.filter(({ changes }) => changes !== '[]')
      entry.changed.push(...changed.slice(0, most.parts - entry.changed.length))
    },
    /** The next entries all of whose events were added. */
    complete: async (): Promise<PackedEntry[]> => {
      const keys: string[] = []
      for (const key of begun.keys()) {
        if (!ended.has(key)) break
        keys.push(key)
      }
      const found = await history.entriesAt(reader, filter, keys)
      const told = new Map(found.map((each) => [each.entry.position, each]))
      return keys.flatMap((key) => {
        const own = begun.get(key)
        const { entry, events } = told.get(key) ?? {}
        begun.delete(key)
        if (!own || !entry) return []
        return own.isOwn && own.events === events ? { ...entry, index: own.first.index } : withoutOthers(entry, own)
      })
    },
  }
}
