/**
 * A sentence as the read model stores it. People stand in it by id, so that it shows their present name and can be
 * erased (D-90). `count` stands for the number when several such sentences become one. `whole` is shown only to readers
 * who see everything in the record, not to those who see some of its sites (D-57).
 */
export type Segment = string | { person: string } | { count: true } | { whole: string }
export type Sentence = readonly Segment[]

/** A person, by the id that the projection stores the name under. */
export const person = (id: string): Segment => ({ person: id })

export const count: Segment = { count: true }

export const whole = (text: string): Segment => ({ whole: text })

/** Tagged template: sentence`Removed the member ${person(id)}`. A sentence may be part of another one. */
export const sentence = (texts: TemplateStringsArray, ...values: readonly (Segment | Sentence)[]): Sentence =>
  texts.flatMap((text, at): Segment[] => {
    const value = values[at]
    return [text === '' ? [] : text, value ?? []].flat()
  })

/** The reader: `nameOf` answers what people are called, `seesWhole` whether they see all sites of what they see. */
export type Reading = { nameOf: (id: string) => string; seesWhole: boolean }

/** The sentence as text. */
export const asText = (sentence: Sentence, { nameOf, seesWhole }: Reading, howMany: number): string =>
  sentence
    .map((segment) => {
      if (typeof segment === 'string') return segment
      if ('whole' in segment) return seesWhole ? segment.whole : ''
      return 'person' in segment ? nameOf(segment.person) : String(howMany)
    })
    .join('')

/** "3 sites, 5 visits and 20 files". */
export const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
