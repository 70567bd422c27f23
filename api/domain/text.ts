import type { TextEvent } from '#schemas/events/text.ts'
import type { ContentHash } from '#schemas/ids.ts'
import type { Decider } from './decider.ts'

/** `of` is the content whose text was extracted. */
export type Text = { of: ContentHash | null }

export type TextCommand = { type: 'RecordText'; extracted: TextEvent['data'] }

/** The text of a file or document; a second extraction from the same content changes nothing. */
export const textDecider: Decider<Text, TextCommand, TextEvent> = {
  initialState: { of: null },
  evolve: (_, { data }) => ({ of: data.of }),
  decide: (text, { extracted }) => (text.of === extracted.of ? [] : [{ type: 'TextExtracted', data: extracted }]),
}
