import type { EventNamed } from '#schemas/events/registry.ts'
import type { Decider } from './decider.ts'

export type Operation = EventNamed<'PlatformOperated'>['data']

type RecordOperation = { type: 'RecordOperation' } & Operation

/** One thing that an operator did to the platform itself (D-106). */
export const operationDecider: Decider<null, RecordOperation, EventNamed<'PlatformOperated'>> = {
  initialState: null,
  evolve: () => null,
  decide: (_, { action, subject }) => [{ type: 'PlatformOperated', data: { action, subject } }],
}
