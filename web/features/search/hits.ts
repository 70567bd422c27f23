import type { SearchedResource, SearchGroup, SearchHit } from '#schemas/resources/search.ts'

/** A hit as the list shows it: which kind it is, and its place among all hits, which the arrows count. */
export type ShownHit = SearchHit & { resource: SearchedResource; at: number }

export type ShownGroup = { resource: SearchedResource; total: number; hits: ShownHit[] }

/** Groups with their hits numbered through. */
export const numbered = (groups: readonly SearchGroup[]): ShownGroup[] => {
  let at = 0
  return groups.map(({ resource, total, hits }) => ({
    resource,
    total,
    hits: hits.map((hit) => ({ ...hit, resource, at: at++ })),
  }))
}

/** What says where a hit was found, where its name does not say it. */
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

/** A text in parts, those that a word of the query matches marked. Accents are left to the eye. */
export const marked = (text: string, query: string): { part: string; hit: boolean }[] => {
  const words = query.split(/\s+/).filter(Boolean).map(escaped)
  if (words.length === 0) return [{ part: text, hit: false }]
  const parts = text.split(new RegExp(`(${words.join('|')})`, 'giu'))
  // Split by a group, every second part is what the group matched.
  return parts.map((part, at) => ({ part, hit: at % 2 === 1 })).filter(({ part }) => part !== '')
}
