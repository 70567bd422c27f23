import type { Resource } from '#schemas/nouns.ts'
import type { SearchGroup, SearchHit } from '#schemas/resources/search.ts'

/** A hit with its kind and its index among all options, which the arrow keys use. */
export type ShownHit = SearchHit & { resource: Resource; at: number }

/** Hits of one kind; `allAt` is the index of the option that shows all of them, if there are more. */
export type ShownGroup = Omit<SearchGroup, 'hits'> & { hits: ShownHit[]; allAt: number | null }

/** Numbers the options of all groups consecutively, from an index on. */
export const numbered = (groups: readonly SearchGroup[], from = 0): ShownGroup[] => {
  let at = from
  return groups.map((group) => ({
    ...group,
    hits: group.hits.map((hit) => ({ ...hit, resource: group.resource, at: at++ })),
    // The tree of categories is shown whole.
    allAt: group.resource !== 'categories' && group.total > group.hits.length ? at++ : null,
  }))
}

/** How many options there are up to the last of the groups. */
export const optionsIn = (groups: readonly ShownGroup[], from = 0): number =>
  groups.reduce((sum, { hits, allAt }) => sum + hits.length + (allAt === null ? 0 : 1), from)

/** Says which field matched, when neither the name nor the excerpt shows it. */
export const foundWhere = ({ found }: Pick<SearchHit, 'found'>): string | null => {
  switch (found.in) {
    case 'name':
    case 'text':
      return null
    default:
      return `Found in the ${found.in}`
  }
}

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Splits a text into parts and marks those that match a word of the query. Accents must match. */
export const marked = (text: string, query: string): { part: string; hit: boolean }[] => {
  const words = query.split(/\s+/).filter(Boolean).map(escaped)
  if (words.length === 0) return [{ part: text, hit: false }]
  const parts = text.split(new RegExp(`(${words.join('|')})`, 'giu'))
  // A split by a capture group alternates: every second part is a match.
  return parts.map((part, at) => ({ part, hit: at % 2 === 1 })).filter(({ part }) => part !== '')
}
