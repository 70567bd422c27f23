/**
 * A sentence as the read model stores it. People stand in it by id, so that it shows their present name and can be
 * erased (D-90). `count` stands for the number when several such sentences become one. `whole` is shown only to readers
 * who see everything in the record, not to those who see some of its sites (D-57).
 */
export type Segment = string | { person: string } | { app: string } | { count: true } | { whole: string }
export type Sentence = readonly Segment[]

/** A person, by the id that the projection stores the name under. */
export const person = (id: string): Segment => ({ person: id })

/** An app of somebody, by its id: its name is stored as a person's is, and belongs to whoever registered it. */
export const app = (id: string): Segment => ({ app: id })

export const count: Segment = { count: true }

export const whole = (text: string): Segment => ({ whole: text })

/** Tagged template: sentence`Removed the member ${person(id)}`. A sentence may be part of another one. */
export const sentence = (texts: TemplateStringsArray, ...values: readonly (Segment | Sentence)[]): Sentence =>
  texts.flatMap((text, at): Segment[] => {
    const value = values[at]
    return [text === '' ? [] : text, value ?? []].flat()
  })

/** The id of the person or app that a segment names, if it names one. */
export const namedIn = (segment: Segment): string[] => {
  if (typeof segment === 'string') return []
  if ('app' in segment) return [segment.app]
  return 'person' in segment ? [segment.person] : []
}

/**
 * The reader: `nameOf` answers what people are called, `appOf` what is said of an app, `seesWhole` whether they see all
 * sites of what they see.
 */
export type Reading = { nameOf: (id: string) => string; appOf: (id: string) => string; seesWhole: boolean }

/** The sentence as text. */
export const asText = (sentence: Sentence, { nameOf, appOf, seesWhole }: Reading, howMany: number): string =>
  sentence
    .map((segment) => {
      if (typeof segment === 'string') return segment
      if ('whole' in segment) return seesWhole ? segment.whole : ''
      if ('app' in segment) return appOf(segment.app)
      return 'person' in segment ? nameOf(segment.person) : String(howMany)
    })
    .join('')

/** "3 sites, 5 visits and 20 files". */
export const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
