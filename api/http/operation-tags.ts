import type { Endpoint } from '#schemas/endpoint.ts'

const pluralsOf = (word: string): string[] => [`${word}s`, word.replace(/y$/, 'ies')]

/** The first segment of a path, after `/api/` or `/spark/` if it has that prefix. */
const nounOf = ({ path }: Endpoint): string =>
  path.split('/').find((word) => !['', 'api', 'spark'].includes(word)) ?? ''

/** The tag of each operation: operations of one noun share a tag, and a noun with one operation is tagged 'more'. */
export const operationTags = (endpoints: readonly Endpoint[]): ((endpoint: Endpoint) => string) => {
  const nouns = endpoints.map(nounOf)
  const tagOf = (endpoint: Endpoint) => {
    const noun = nounOf(endpoint)
    return (pluralsOf(noun).find((plural) => plural !== noun && nouns.includes(plural)) ?? noun).replace(/[{}]/g, '')
  }
  const counts = new Map<string, number>()
  for (const each of endpoints) counts.set(tagOf(each), (counts.get(tagOf(each)) ?? 0) + 1)
  return (endpoint) => (counts.get(tagOf(endpoint)) === 1 ? 'more' : tagOf(endpoint))
}
