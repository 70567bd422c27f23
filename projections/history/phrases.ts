import { fold } from '#projections/engine/fold.ts'
import type { HistoryChange } from '#schemas/resources/history.ts'
import { asText, namedIn, type Reading, type Sentence } from './sentence.ts'

/** One sentence of an entry; `several` replaces it when `total` events of the command read alike. */
export type Phrase = { one: Sentence; several: Sentence | null; total: number }

/** Sentences of one entry that are shown, before the number of further ones. */
const maxPhrases = 3

const sameWords = (left: Sentence | null, right: Sentence | null) =>
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
