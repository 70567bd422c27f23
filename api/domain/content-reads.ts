import type { ContentReadEvent } from '#schemas/events/content-read.ts'
import type { Decider } from './decider.ts'

type ReadContent = { type: 'ReadContent'; read: ContentReadEvent['data'] }

/** What a person has opened. That a content is recorded once a day follows from the id of its command. */
export const contentReadsDecider: Decider<null, ReadContent, ContentReadEvent> = {
  initialState: null,
  evolve: () => null,
  decide: (_, { read }) => [{ type: 'ContentRead', data: read }],
}
