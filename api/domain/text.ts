import type { TextEvent } from '#schemas/events/text.ts'
import type { Decider } from './decider.ts'

export type TextCommand = { type: 'RecordText'; extracted: TextEvent['data'] }

/**
 * The text of a file or document. Each extraction that is asked for is recorded, also of content that had its text
 * recorded before: another version may have taken its place since, and the search keeps the text of the newest alone.
 */
export const textDecider: Decider<null, TextCommand, TextEvent> = {
  initialState: null,
  evolve: () => null,
  decide: (_, { extracted }) => [{ type: 'TextExtracted', data: extracted }],
}
