import { fold } from '#projections/engine/fold.ts'
import type { HistoryChange } from '#schemas/resources/history.ts'

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
const namedIn = (segment: Segment): string[] => {
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
const asText = (sentence: Sentence, { nameOf, appOf, seesWhole }: Reading, howMany: number): string =>
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

/** One sentence of an entry; `several` replaces it when `total` events of the command read alike. */
export type Phrase = { one: Sentence; several: Sentence | null; total: number }

/** Sentences of one entry that are shown, before the number of further ones. */
const maxPhrases = 3

/** Whether both are there, and alike. */
export const sameWords = (left: Sentence | null, right: Sentence | null) =>
  left !== null && JSON.stringify(left) === JSON.stringify(right)

export const withPhrase = (phrases: readonly Phrase[], { one, several }: Phrase): readonly Phrase[] => {
  const at = phrases.findIndex((phrase) => sameWords(phrase.several, several) || sameWords(phrase.one, one))
  if (at < 0) return [...phrases, { one, several, total: 1 }]
  return phrases.map((phrase, index) => (index === at ? { ...phrase, total: phrase.total + 1 } : phrase))
}

/** The ids of the people and apps that stand in sentences. */
export const idsIn = (phrases: readonly Phrase[]): string[] =>
  phrases.flatMap(({ one, several }) => [...one, ...(several ?? [])].flatMap(namedIn))

const sentenceOf = ({ one, several, total }: Phrase): Sentence => (total > 1 && several ? several : one)

/** The sentences of an entry as one text. */
export const summaryOf = (phrases: readonly Phrase[], reading: Reading): string => {
  const shown = phrases.slice(0, maxPhrases).map((phrase, at) => {
    const sentence = sentenceOf(phrase)
    const text = asText(sentence, reading, phrase.total)
    // Further sentences follow a semicolon; a name at the start keeps its case.
    return at > 0 && typeof sentence[0] === 'string' ? text.charAt(0).toLowerCase() + text.slice(1) : text
  })
  const rest = phrases.length - shown.length
  return shown.join('; ') + (rest > 0 ? `; and ${rest} more` : '')
}

/** The reading of phrases without names of persons or apps, and without numbers that only some readers see. */
const everybody: Reading = { nameOf: () => '\n', appOf: () => '\n', seesWhole: false }

/** The searchable text: folded sentences as everybody reads them, without the people in them (D-90). */
export const wordsOfPhrases = (phrases: readonly Phrase[]): string =>
  fold(
    phrases
      .slice(0, maxPhrases)
      .map((phrase) => asText(sentenceOf(phrase), everybody, phrase.total))
      .join('\n'),
  )

/** The searchable text: the folded name of a record, and its values before and after. */
export const wordsOfPart = (name: string, changes: readonly HistoryChange[]): string =>
  fold([name, ...changes.flatMap(({ from, to }) => [from ?? [], to ?? []].flat())].join('\n'))
