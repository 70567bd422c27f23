import type { CategoryIdEvent, CategoryTreeEvent } from '#schemas/events/category.ts'
import { namedIn, type Requirement } from '#schemas/records/requirement.ts'
import { counted } from '#schemas/text/counted.ts'
import type { DescriptionsOf, Lookup } from './description.ts'
import { type Field, reference, references, text } from './fields.ts'
import { describeNoun } from './noun.ts'
import { count, sentence } from './sentence.ts'

const resource = 'categories'

const category = describeNoun({
  resource,
  id: 'categoryId',
  one: 'category',
  several: 'categories',
  events: ['CategoryAdded', 'CategoryUpdated', 'CategoryMoved'],
  fields: {
    name: text('name'),
    slug: text('slug'),
    expires_after_months: { label: 'expiry of new files', show: (months) => counted(months, 'month', 'months') },
    parentId: reference('parent', resource),
    index: null,
  },
})

const requirement: Field<Requirement> = {
  label: 'requirement',
  show: (required, lookup) =>
    required.of === 'all' ? 'all sites' : references('', required.of).show(namedIn(required), lookup),
}

/** The fields of a category, with what its entries tell in sentences alone. */
export const categoryFields = { ...category.fields, requirement }

/** A category and the ids of all categories that were deleted with it. */
const branch = (ids: unknown) => (Array.isArray(ids) ? ids.map((id) => ({ resource, id: String(id) }) as const) : [])
const withRest = (ids: unknown) => {
  const rest = branch(ids).length - 1
  return rest > 0 ? ` with ${counted(rest, 'category', 'categories')} below it` : ''
}
const deletedWith = (lookup: Lookup, id: string) => lookup.record(resource, id)?.attributes.deletedWith

const parentIn = (changes: readonly { field: string; to: string | null }[]) =>
  changes.find(({ field }) => field === 'parent')
const below = (parent: string | null | undefined) => (parent ? ` below ${parent}` : '')

/** The sites that a requirement is of, without their names, which not every reader may see. */
const ofWhom = (requirement: Requirement): string => {
  if (requirement.of === 'all') return 'all sites'
  const many = namedIn(requirement).length
  return requirement.of === 'sites'
    ? counted(many, 'site', 'sites')
    : `the sites of ${counted(many, 'client', 'clients')}`
}

export const categoryDescriptions: DescriptionsOf<CategoryTreeEvent | CategoryIdEvent> = {
  CategoryAdded: (event, lookup) => {
    const added = category.added(event, lookup)
    return { ...added, summary: sentence`${added.summary}${below(parentIn(added.changes)?.to)}` }
  },
  CategoryUpdated: category.changed,
  CategoryMoved: (event, lookup) => {
    const description = category.changed(event, lookup)
    const parent = parentIn(description.changes)
    return {
      ...description,
      summary: sentence`Moved ${category.subject(event.data, lookup)}${parent ? below(parent.to) || ' to the top' : ''}`,
      several: sentence`Moved ${count} categories`,
    }
  },
  CategoryDeleted: ({ data }, lookup) => ({
    ...category.mention(data, lookup, (subject) => sentence`Deleted ${subject}${withRest(data.categoryIds)}`),
    several: sentence`Deleted ${count} categories`,
    also: branch(data.categoryIds),
    snapshot: { attributes: { deletedWith: data.categoryIds } },
  }),
  CategoryRestored: ({ data: { categoryId, teamId, parentId, slugs } }, lookup) => {
    const slug = slugs[categoryId]
    const restored = { categoryId, teamId, parentId, ...(slug === undefined ? {} : { slug }) }
    const ids = deletedWith(lookup, categoryId)
    return {
      ...category.update(restored, lookup),
      summary: sentence`Restored ${category.subject(restored, lookup)}${withRest(ids)} from the trash`,
      several: sentence`Restored ${count} categories from the trash`,
      also: branch(ids),
    }
  },
  CategoryPurged: ({ data }, lookup) => {
    const ids = deletedWith(lookup, data.categoryId)
    return {
      ...category.mention(
        data,
        lookup,
        (subject) => sentence`Removed ${subject}${withRest(ids)} from the trash for ever`,
      ),
      several: sentence`Removed ${count} categories from the trash for ever`,
      also: branch(ids),
    }
  },
  CategoryRequired: (event, lookup) => ({
    ...category.mention(
      event.data,
      lookup,
      (subject) => sentence`Required ${subject} of ${ofWhom(event.data.requirement)}`,
    ),
    several: sentence`Required ${count} categories of ${ofWhom(event.data.requirement)}`,
  }),
  CategoryRequirementRemoved: ({ data }, lookup) =>
    category.mention(data, lookup, (subject) => sentence`No longer required ${subject}`),
  CategoryIdClaimed: null,
}
