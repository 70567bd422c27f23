import { z } from 'zod'

/**
 * A sentence as it is kept. People stand in it by id, so that they are called by the name of the day and can be erased
 * (D-90); `count` is where the number goes when several such sentences are told as one; `whole` is told to those alone
 * who see all that lies in the record, not to those who see some of its sites (D-57).
 */
const Segment = z.union([
  z.string(),
  z.object({ person: z.string() }),
  z.object({ count: z.literal(true) }),
  z.object({ whole: z.string() }),
])
type Segment = z.infer<typeof Segment>
export const Sentence = z.array(Segment)
export type Sentence = readonly Segment[]

/** Somebody, by the id that the projection keeps the name under. */
export const person = (id: string): Segment => ({ person: id })

export const count: Segment = { count: true }

/** Tagged template: told`Removed the member ${person(id)}`. */
export const told = (texts: TemplateStringsArray, ...values: readonly (Segment | number)[]): Sentence =>
  texts.flatMap((text, at): Segment[] => {
    const value = values[at]
    const before = text === '' ? [] : [text]
    return value === undefined ? before : [...before, typeof value === 'number' ? String(value) : value]
  })

export const whole = (text: string): Segment => ({ whole: text })

/** Who reads: `nameOf` knows what people are called, `seesWhole` whether they see all that lies in what they see. */
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
