import type { Endpoint } from '#schemas/endpoint.ts'

const pluralsOf = (word: string): string[] => [`${word}s`, word.replace(/y$/, 'ies')]

/** The word that says what a path is about: the first after `/api/` or `/spark/`, or the very first. */
const nounOf = ({ path }: Endpoint): string =>
  path.split('/').find((word) => !['', 'api', 'spark'].includes(word)) ?? ''

/** What each call is about: calls of one noun go together, however its path names it; what stands alone is 'more'. */
export const tagsFor = (endpoints: readonly Endpoint[]): ((endpoint: Endpoint) => string) => {
  const nouns = endpoints.map(nounOf)
  const tagOf = (endpoint: Endpoint) => {
    const noun = nounOf(endpoint)
    return (pluralsOf(noun).find((plural) => plural !== noun && nouns.includes(plural)) ?? noun).replace(/[{}]/g, '')
  }
  const counts = new Map<string, number>()
  for (const each of endpoints) counts.set(tagOf(each), (counts.get(tagOf(each)) ?? 0) + 1)
  return (endpoint) => (counts.get(tagOf(endpoint)) === 1 ? 'more' : tagOf(endpoint))
}
