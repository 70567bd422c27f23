import type { EventNamed, EventType } from '#schemas/events/registry.ts'
import type { TeamId } from '#schemas/ids.ts'
import { nouns, resources } from '#schemas/nouns.ts'
import type { OwnValues } from '#schemas/records/field-kinds.ts'
import type { HistoryChange, HistoryResource } from '#schemas/resources/history.ts'
import { counted } from '#schemas/text/counted.ts'
import { type Contents, type Description, type Lookup, nameless, type Snapshot } from './description.ts'
import type { DetailsOf, Fields } from './fields.ts'
import { count, listed, type Segment, type Sentence, sentence, whole } from './sentence.ts'

type About = Pick<Description, 'resource' | 'id' | 'teamId'> & { subject: Sentence; several: string }

/** " with 3 sites, 5 visits and 20 files", or nothing. */
const withContents = (contents: Contents): string => {
  const parts = resources.flatMap((noun) => {
    const many = contents[noun] ?? 0
    return many > 0 ? [counted(many, nouns[noun].one, noun)] : []
  })
  return parts.length === 0 ? '' : ` with ${listed(parts)}`
}

/** The records that are deleted with a record. A deleted visit releases its files: they stay on the site. */
const contentsOf = ({ resource, id }: About, lookup: Lookup): Segment => {
  if (resource === 'clients') return whole(withContents(lookup.contents(resource, id)))
  return resource === 'sites' ? withContents(lookup.contents(resource, id)) : ''
}

const words = {
  deleted: { verb: 'Deleted', after: '' },
  restored: { verb: 'Restored', after: ' from the trash' },
  purged: { verb: 'Removed', after: ' from the trash for ever' },
} as const

/** Describes that a record is deleted, restored or purged, with everything below it (D-10). */
const lifecycleOf = <Data>(aboutOf: (data: Data, lookup: Lookup) => About) => {
  const describeAs =
    (lifecycle: keyof typeof words) =>
    ({ data }: { data: Data }, lookup: Lookup) => {
      const about = aboutOf(data, lookup)
      const { resource, id, teamId, subject, several } = about
      const { verb, after } = words[lifecycle]
      return {
        resource,
        id,
        teamId,
        lifecycle,
        summary: sentence`${verb} ${subject}${contentsOf(about, lookup)}${after}`,
        several: sentence`${verb} ${count} ${several}${after}`,
      } satisfies Description
    }
  return { deleted: describeAs('deleted'), restored: describeAs('restored'), purged: describeAs('purged') }
}

type Identified<Id extends string> = Readonly<Record<Id, string>> & { teamId?: TeamId }

type Definition<Type extends EventType, Id extends string> = {
  resource: HistoryResource
  /** The detail that holds the id of the record. */
  id: Id
  one: string
  several: string
  /** The events that give a record its attributes. Each of their details needs a field, or null. */
  events: readonly Type[]
  fields: Fields<DetailsOf<Type, Id>>
  /** Whether the record is, or belongs to, a client, site or visit, whose ids the events give. */
  located?: boolean
  /** The words for a record without a name of its own. */
  subject?: (id: string) => Sentence
  /** Key of the snapshot, when that is not the id. */
  key?: (data: Identified<Id>) => string
}

type Values = Readonly<Record<string, unknown>>

const ancestry = ['clientId', 'siteId', 'visitId'] as const
const isAncestor = (key: string): key is (typeof ancestry)[number] => ancestry.some((each) => each === key)

const pick = (data: Values, keys: readonly string[]): Values => {
  const picked: Record<string, unknown> = {}
  for (const key of keys) if (key in data) picked[key] = data[key] ?? null
  return picked
}

/**
 * The fields to which the data give another value than they had before, which `lookupBefore` shows; those of a new record
 * had none.
 */
export const changesOf = (
  fields: object,
  data: Values,
  lookup: Lookup,
  before?: (key: string) => unknown,
  lookupBefore = lookup,
): HistoryChange[] => {
  const changes: HistoryChange[] = []
  for (const [key, field] of Object.entries(fields as Fields<Values>)) {
    if (!field || !(key in data)) continue
    const old = before?.(key) ?? null
    const now = data[key] ?? null
    if (field.each) {
      for (const [id, value] of Object.entries(now as OwnValues)) {
        const own = field.each(id, lookup)
        // A field that a team has named as one of ours is told apart.
        const as = own.label in fields ? `${own.label} (field)` : own.label
        const part = { [id]: { ...own, as } }
        const valueBefore = () => (old as OwnValues | null)?.[id]
        changes.push(...changesOf(part, { [id]: value }, lookup, valueBefore, lookupBefore))
      }
      continue
    }
    if (old === now || (old !== null && JSON.stringify(old) === JSON.stringify(now))) continue
    const from = old === null ? null : field.show(old as object, lookupBefore)
    const to = now === null ? null : field.show(now as object, lookup)
    if (from !== null || to !== null) changes.push({ field: field.as ?? key, from, to })
  }
  return changes
}

/** The sentence that names each changed field, of one record and of several. */
const wordsFor = (
  changes: readonly HistoryChange[],
  labelOf: ReadonlyMap<string, string>,
  subject: Sentence,
  several: string,
): [Sentence, Sentence] => {
  const name = changes.find(({ field }) => field === 'name')?.to ?? null
  const labels = listed(changes.flatMap(({ field }) => (field === 'name' ? [] : (labelOf.get(field) ?? field))))
  if (name === null && labels === '') return [sentence`Changed ${subject}`, sentence`Changed ${count} ${several}`]
  if (name === null) {
    return [sentence`Changed the ${labels} of ${subject}`, sentence`Changed the ${labels} of ${count} ${several}`]
  }
  const and = (whose: string) => (labels === '' ? '' : ` and changed ${whose} ${labels}`)
  return [sentence`Renamed ${subject} to ${name}${and('its')}`, sentence`Renamed ${count} ${several}${and('their')}`]
}

/** Describes the events of a noun by one rule: words, values and the next snapshot follow from its fields. */
export const describeNoun = <const Type extends EventType, const Id extends string>(noun: Definition<Type, Id>) => {
  type Data = Identified<Id> & Partial<DetailsOf<Type, Id>> & { fields?: OwnValues }
  type NounEvent = { data: EventNamed<Type>['data'] & Data }
  const { resource, one, several, located = false } = noun
  const fields = noun.fields as unknown as Fields<Values>
  const changing = Object.fromEntries(Object.entries(fields).filter(([, field]) => !field?.once))
  const labelOf = new Map(
    Object.entries(changing).flatMap(([key, field]) => (field ? [[field.as ?? key, field.label]] : [])),
  )
  const inColumns = (key: string) => key === 'name' || (located && isAncestor(key))
  const attributes = Object.keys(changing).filter((key) => changing[key] && !inColumns(key))

  const keyOf = (data: Identified<Id>): string => noun.key?.(data) ?? data[noun.id]
  const snapshotOf = (data: Identified<Id>, lookup: Lookup) => lookup.record(resource, keyOf(data))
  const subjectOf = (data: Identified<Id>, name: string | undefined): Sentence =>
    noun.subject?.(data[noun.id]) ?? sentence`the ${one} ${name || nameless}`
  const subject = (data: Identified<Id>, lookup: Lookup): Sentence => subjectOf(data, snapshotOf(data, lookup)?.name)

  const about = (data: Identified<Id>, before: Snapshot | undefined) => ({
    resource,
    id: data[noun.id] as string,
    key: keyOf(data),
    teamId: data.teamId ?? before?.teamId ?? null,
  })
  /** Of own fields an event gives those alone that it changes. */
  const nextSnapshot = (data: Data, before?: Snapshot): Partial<Snapshot> => ({
    ...(fields.name ? pick(data, ['name']) : {}),
    ...(located ? pick(data, ancestry) : {}),
    attributes: {
      ...pick(data, attributes),
      ...(data.fields ? { fields: { ...(before?.attributes.fields as OwnValues), ...data.fields } } : {}),
    },
  })

  /** Describes new values of some of the fields. */
  const update = (data: Data, lookup: Lookup) => {
    const before = snapshotOf(data, lookup)
    const valueBefore = (key: string) => (inColumns(key) ? before?.[key as keyof Snapshot] : before?.attributes[key])
    const changes = changesOf(changing, data, lookup, valueBefore)
    const [summary, forSeveral] = wordsFor(changes, labelOf, subjectOf(data, before?.name), several)
    return {
      ...about(data, before),
      summary,
      several: forSeveral,
      changes,
      snapshot: nextSnapshot(data, before),
    } satisfies Description
  }

  return {
    fields,
    subject,
    update,
    /** Describes an event that changes none of the fields. */
    mention: (data: Identified<Id>, lookup: Lookup, words: (subject: Sentence) => Sentence) => {
      const before = snapshotOf(data, lookup)
      return { ...about(data, before), summary: words(subjectOf(data, before?.name)) } satisfies Description
    },
    changed: ({ data }: NounEvent, lookup: Lookup) => update(data, lookup),
    moved: ({ data }: NounEvent, lookup: Lookup) => {
      const description = update(data, lookup)
      const [{ from, to } = { from: null, to: null }] = description.changes
      return {
        ...description,
        summary: sentence`Moved ${subject(data, lookup)} from ${from ?? nameless} to ${to ?? nameless}`,
        several: sentence`Moved ${count} ${several}`,
      } satisfies Description
    },
    added: ({ data }: NounEvent, lookup: Lookup) =>
      ({
        ...about(data, undefined),
        summary: sentence`Added ${subjectOf(data, (data as { name?: string }).name)}`,
        several: sentence`Added ${count} ${several}`,
        changes: changesOf(fields, data, lookup),
        snapshot: nextSnapshot(data),
      }) satisfies Description,
    ...lifecycleOf((data: Identified<Id> & { teamId: TeamId }, lookup) => ({
      ...about(data, undefined),
      subject: subject(data, lookup),
      several,
    })),
  }
}
