import type { Decider } from '#api/domain/decider.ts'
import type { BillingComparisonEvent } from '#schemas/events/billing-comparison.ts'
import type { EventNamed } from '#schemas/events/registry.ts'

export type Compared = EventNamed<'BillingCompared'>['data']

type Comparison = { status: 'none' | 'ordered' | 'done' }

export type ComparisonCommand =
  | { type: 'OrderComparison'; comparisonId: string }
  | { type: 'RecordComparison'; compared: Compared }

/** One comparison of a payment provider with the log, whoever asked for it. */
export const comparisonDecider: Decider<Comparison, ComparisonCommand, BillingComparisonEvent> = {
  initialState: { status: 'none' },
  evolve: (_, { type }) => ({ status: type === 'BillingCompared' ? 'done' : 'ordered' }),
  decide: ({ status }, command) => {
    if (command.type === 'RecordComparison') {
      return status === 'done' ? [] : [{ type: 'BillingCompared', data: command.compared }]
    }
    const { comparisonId } = command
    return status === 'none' ? [{ type: 'BillingComparisonOrdered', data: { comparisonId } }] : []
  },
}
