import type { TextEvent } from '#schemas/events/text.ts'
import type { ContentHash } from '#schemas/ids.ts'
import type { Decider } from './decider.ts'

/** `of` is the content whose text is known. */
export type Text = { of: ContentHash | null }

export type TextCommand = { type: 'RecordText'; extracted: TextEvent['data'] }

/** The text of a file or document; the same content is read once. */
export const textDecider: Decider<Text, TextCommand, TextEvent> = {
  initialState: { of: null },
  evolve: (_, { data }) => ({ of: data.of }),
  decide: (text, { extracted }) => (text.of === extracted.of ? [] : [{ type: 'TextExtracted', data: extracted }]),
}
