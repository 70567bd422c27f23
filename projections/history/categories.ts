import { counted } from '#schemas/counted.ts'
import type { CategoryIdEvent, CategoryTreeEvent } from '#schemas/events/category.ts'
import { changesIn, type Known, type LinesOf, nameless } from './line.ts'
import { count, told } from './told.ts'

const resource = 'categories'

type Data = { categoryId: string; teamId: CategoryTreeEvent['data']['teamId'] }
const about = ({ categoryId: id, teamId }: Data) => ({ resource, id, teamId }) as const

const nameOf = (known: Known, id: string) => known.record(resource, id)?.name ?? nameless
const factsOf = (known: Known, id: string) => known.record(resource, id)?.facts
const parentName = (known: Known, id: unknown) => (typeof id === 'string' ? nameOf(known, id) : null)
const below = (parent: string | null) => (parent === null ? '' : ` below ${parent}`)

/** A category and the ids of all that went into the trash with it. */
const branch = (ids: unknown) => (Array.isArray(ids) ? ids.map((id) => ({ resource, id: String(id) }) as const) : [])
const withRest = (ids: unknown) => {
  const rest = branch(ids).length - 1
  return rest > 0 ? ` with ${counted(rest, 'category', 'categories')} below it` : ''
}

export const categoryLines: LinesOf<CategoryTreeEvent | CategoryIdEvent> = {
  CategoryAdded: ({ data }, known) => {
    const parent = parentName(known, data.parentId)
    return {
      ...about(data),
      summary: told`Added the category ${data.name}${below(parent)}`,
      several: told`Added ${count} categories`,
      changes: changesIn({ name: [null, data.name], slug: [null, data.slug], parent: [null, parent] }),
      now: { name: data.name, facts: { slug: data.slug, parentId: data.parentId } },
    }
  },
  CategoryUpdated: ({ data }, known) => {
    const name = nameOf(known, data.categoryId)
    const slug = factsOf(known, data.categoryId)?.slug as string | undefined
    return {
      ...about(data),
      summary:
        name === data.name
          ? told`Changed the slug of the category ${name}`
          : told`Renamed the category ${name} to ${data.name}`,
      several: told`Changed ${count} categories`,
      changes: changesIn({ name: [name, data.name], slug: [slug, data.slug] }),
      now: { name: data.name, facts: { slug: data.slug } },
    }
  },
  CategoryMoved: ({ data }, known) => {
    const from = parentName(known, factsOf(known, data.categoryId)?.parentId)
    const to = parentName(known, data.parentId)
    return {
      ...about(data),
      summary: told`Moved the category ${nameOf(known, data.categoryId)}${from === to ? '' : below(to) || ' to the top'}`,
      several: told`Moved ${count} categories`,
      changes: changesIn({ parent: [from, to] }),
      now: { facts: { parentId: data.parentId } },
    }
  },
  CategoryDeleted: ({ data }, known) => ({
    ...about(data),
    summary: told`Deleted the category ${nameOf(known, data.categoryId)}${withRest(data.categoryIds)}`,
    several: told`Deleted ${count} categories`,
    also: branch(data.categoryIds),
    now: { facts: { trashed: data.categoryIds } },
  }),
  CategoryRestored: ({ data }, known) => {
    const facts = factsOf(known, data.categoryId)
    const slug = data.slugs[data.categoryId]
    return {
      ...about(data),
      summary: told`Restored the category ${nameOf(known, data.categoryId)}${withRest(facts?.trashed)} from the trash`,
      several: told`Restored ${count} categories from the trash`,
      changes: slug === undefined ? [] : changesIn({ slug: [facts?.slug as string | undefined, slug] }),
      also: branch(facts?.trashed),
      now: { facts: { parentId: data.parentId, ...(slug === undefined ? {} : { slug }) } },
    }
  },
  CategoryPurged: ({ data }, known) => {
    const trashed = factsOf(known, data.categoryId)?.trashed
    return {
      ...about(data),
      summary: told`Removed the category ${nameOf(known, data.categoryId)}${withRest(trashed)} from the trash for ever`,
      several: told`Removed ${count} categories from the trash for ever`,
      also: branch(trashed),
    }
  },
  CategoryIdClaimed: null,
}
