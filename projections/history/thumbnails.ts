import type { Description, Lookup } from './description.ts'
import { type Sentence, sentence } from './sentence.ts'

type Noun<Data> = { mention: (data: Data, lookup: Lookup, words: (subject: Sentence) => Sentence) => Description }

/** Describes that a record gets a thumbnail of its own or loses it. */
export const thumbnailOf = <Data>({ mention }: Noun<Data>) => ({
  set: ({ data }: { data: Data }, lookup: Lookup) =>
    mention(data, lookup, (subject) => sentence`Changed the thumbnail of ${subject}`),
  removed: ({ data }: { data: Data }, lookup: Lookup) =>
    mention(data, lookup, (subject) => sentence`Removed the thumbnail of ${subject}`),
})
