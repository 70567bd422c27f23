import type { ReadModels } from '#api/services/read-models.ts'
import { nouns } from '#schemas/nouns.ts'
import { packNouns } from '#schemas/records/pack.ts'
import type { HistoryChange, HistoryEntry } from '#schemas/resources/history.ts'
import type { PackOrder } from './pack.ts'
import type { OwnPart, SubjectEvent } from './subject-events.ts'

/** An entry of the history with the number of its event; withheld where others' records are left out of it. */
export type PackedEntry = HistoryEntry & { index: number; withheld?: true }

type Numbered = SubjectEvent & { index: number }

/** Sentences and records with changes that an entry has at most, as in every history; and entries that are read at once. */
const most = { phrases: 3, parts: 100, entries: 2000 } as const

const changesIn = ({ changes }: OwnPart): HistoryChange[] => JSON.parse(changes)
const isPlace = ({ field }: HistoryChange): boolean => ['client', 'site', 'visit'].includes(field)

/** 'File moved: the file Gas safety record'. */
const phraseOf = ({ event, parts: [about] }: SubjectEvent): string => {
  const words = event.type.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return about ? `${words}: the ${nouns[about.resource].one} ${about.name}` : words
}

/** What a command did to the subject, without a word of what else it did. */
const withoutOthers = (
  entry: HistoryEntry,
  events: readonly Numbered[],
  { event, index, parts }: Numbered,
): PackedEntry => {
  const rest = events.length - most.phrases
  const [about] = parts
  const changed = events.flatMap((each) => each.parts.filter(({ changes }) => changes !== '[]')).slice(0, most.parts)
  return {
    ...entry,
    index,
    position: event.position,
    type: event.type,
    summary: events.slice(0, most.phrases).map(phraseOf).join('; ') + (rest > 0 ? `; and ${rest} more` : ''),
    ...(about && { resource: about.resource, id: about.id }),
    via: { ...entry.via, name: null },
    changes: changed.flatMap((part) =>
      changesIn(part).flatMap((change) => (isPlace(change) ? [] : { ...change, record: part.name })),
    ),
    withheld: true,
  }
}

/**
 * The history of the subject, oldest first, as it is answered: entries with any of these events. Where an entry is about
 * more, or names a place that is none of the subject's and of what is `around` it, it tells of the subject alone.
 */
export const toldHistory = async (
  { scope, within: { kind, id }, moment }: PackOrder,
  history: ReadModels['history'],
  events: readonly Numbered[],
  around: readonly { name: string }[],
): Promise<PackedEntry[]> => {
  const known = [...around, ...events.flatMap(({ parts }) => parts)].map(({ name }) => name)
  const names = new Set<string | null>([null, ...known])
  const isOwn = (part: OwnPart) =>
    changesIn(part).every((each) => !isPlace(each) || [each.from, each.to].every((name) => names.has(name)))
  const byEntry = Map.groupBy(events, ({ parts }) => String(BigInt(parts[0]?.entry ?? 0)))
  const totals = new Map<string, number>()
  const entries: PackedEntry[] = []
  const filter = { resource: packNouns[kind], id, below: true, upTo: moment.position }
  for (let cursor: string | undefined | null; cursor !== null; ) {
    const page = { limit: most.entries, ...(cursor === undefined ? {} : { cursor }) }
    const { rows, next }: { rows: HistoryEntry[]; next: string | null } = await history.list(
      { scope, hidden: [] },
      filter,
      page,
    )
    const keys = rows.map(({ position }) => position.padStart(20, '0'))
    for (const { entry, events: total } of await history.eventsIn(keys)) totals.set(String(BigInt(entry)), total)
    for (const entry of rows) {
      const own = byEntry.get(entry.position) ?? []
      const [first] = own
      if (!first) continue
      const isWhole =
        own.length === totals.get(entry.position) && own.every(({ isTold, parts }) => isTold && parts.every(isOwn))
      entries.push(isWhole ? { ...entry, index: first.index } : withoutOthers(entry, own, first))
    }
    cursor = next
  }
  return entries.sort((one, other) => one.index - other.index)
}
