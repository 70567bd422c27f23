import type { EventNamed, EventType } from '#schemas/events/registry.ts'
import { type Resource, resources } from '#schemas/nouns.ts'
import { type OwnValues, shownValue, type ValueRule } from '#schemas/records/field-kinds.ts'
import type { HistoryResource } from '#schemas/resources/history.ts'
import { actions } from '#schemas/rights/abilities.ts'
import type { TokenAbility } from '#schemas/rights/token-abilities.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { showDate } from '#schemas/time/dates.ts'
import { expiryRuleWords } from '#schemas/time/expiry-rule.ts'
import { type Lookup, nameless } from './description.ts'

/** One attribute of a noun: what sentences call it, and how readers see its value. */
export type Field<Value> = {
  label: string
  /** Its name among the changes, when that is not the name in the event. */
  as?: string
  /** Readers see it when the record is created. No event changes it, so the snapshot does not hold it. */
  once?: true
  show: (value: Value, lookup: Lookup) => string | null
  /** Its values are those of further fields, by what `each` is told. */
  each?: (id: string, lookup: Lookup) => Field<string>
}

/** A field for each detail that events give; null for a detail that the history does not show. */
export type Fields<Details> = { readonly [Name in keyof Details]-?: Field<NonNullable<Details[Name]>> | null }

type KeyOf<Data> = Data extends unknown ? keyof Data : never
type ValueOf<Data, Key> = Data extends unknown ? (Key extends keyof Data ? Data[Key] : never) : never

/** The details of an event without the ids of the record and of its command. */
export type DetailsOf<Type extends EventType, Id extends string> = {
  [Key in Exclude<KeyOf<EventNamed<Type>['data']>, Id | 'teamId' | 'bulkId'>]: ValueOf<EventNamed<Type>['data'], Key>
}

export const text = (label: string): Field<string> => ({ label, show: (value) => value })

export const day = (label: string): Field<CalendarDate> => ({ label, show: showDate })

/** The day of a UTC instant. */
export const dayOfInstant = (label: string, as: string): Field<string> => ({
  label,
  as,
  show: (instant) => showDate(CalendarDate.parse(instant.slice(0, 10))),
})

/** The size of stored content, which no event changes. */
export const size: Field<{ size: number }> = {
  label: 'size',
  as: 'size',
  once: true,
  show: (content) => humanReadableSize(content.size),
}

const nameOf = (lookup: Lookup, resource: HistoryResource, id: string) => lookup.record(resource, id)?.name || nameless

/** Another record, which readers see by its name. */
export const reference = (as: string, resource: HistoryResource): Field<string> => ({
  label: as,
  as,
  show: (id, lookup) => nameOf(lookup, resource, id),
})

/** Where the expiry date of a new file comes from, when nobody named one: 'Gas: 12 months after completion'. */
export const ruleOfCategory: Field<{ categoryId: string; months: number; after: 'visit' | 'completion' }> = {
  label: 'expiry rule',
  as: 'expiry_rule',
  once: true,
  show: ({ categoryId, ...rule }, lookup) =>
    expiryRuleWords({ name: nameOf(lookup, 'categories', categoryId), ...rule }),
}

/** Several other records; an empty list reads as `none`. */
export const references = (
  as: string,
  resource: HistoryResource,
  none: string | null = null,
): Field<readonly string[]> => ({
  label: as,
  as,
  show: (ids, lookup) => (ids.length === 0 ? none : ids.map((id) => nameOf(lookup, resource, id)).join(', ')),
})

/** The values of own fields, each by the name of its field. */
export const ownFields: Field<OwnValues> = {
  label: 'fields',
  show: () => null,
  each: (id, lookup) => {
    const field = lookup.record('fields', id)
    const rule = { kind: 'text', options: [], ...field?.attributes } as ValueRule
    return { label: field?.name ?? nameless, show: (value) => shownValue(rule, value) }
  },
}

/** The abilities of tokens and apps, the actions on a noun together: 'clients (all), sites (create, view), export'. */
export const abilities = (label: string): Field<readonly TokenAbility[]> => ({
  label,
  show: (held) => {
    const on = (resource: Resource) => actions.filter((action) => held.includes(`${resource}.${action}`))
    const ofNouns = resources.flatMap((resource) => {
      const allowed = on(resource)
      if (allowed.length === 0) return []
      return [`${resource} (${allowed.length === actions.length ? 'all' : allowed.join(', ')})`]
    })
    const others = held.filter((ability) => !resources.some((resource) => ability.startsWith(`${resource}.`)))
    return [...ofNouns, ...others].join(', ')
  },
})
