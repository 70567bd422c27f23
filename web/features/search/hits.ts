import type { SearchedResource, SearchGroup, SearchHit } from '#schemas/resources/search.ts'

/** A hit with its kind and its index among all hits, which the arrow keys use. */
export type ShownHit = SearchHit & { resource: SearchedResource; at: number }

export type ShownGroup = Omit<SearchGroup, 'hits'> & { hits: ShownHit[] }

/** Numbers the hits of all groups consecutively. */
export const numbered = (groups: readonly SearchGroup[]): ShownGroup[] => {
  let at = 0
  return groups.map((group) => ({
    ...group,
    hits: group.hits.map((hit) => ({ ...hit, resource: group.resource, at: at++ })),
  }))
}

/** Says which field matched, when neither the name nor the excerpt shows it. */
export const foundWhere = ({ found }: SearchHit): string | null => {
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
