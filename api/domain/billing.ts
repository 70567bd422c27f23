import type { BillingEvent } from '#schemas/events/billing.ts'
import type { Decider } from './decider.ts'

/** The billing address of a team. */
export type Billing = { address: BillingEvent['data'] | null }

export type BillingCommand = { type: 'GiveBillingAddress'; address: BillingEvent['data'] }

const same = (left: BillingEvent['data'] | null, right: BillingEvent['data']): boolean =>
  left !== null && Object.entries(right).every(([field, value]) => left[field as keyof typeof left] === value)

export const billingDecider: Decider<Billing, BillingCommand, BillingEvent> = {
  initialState: { address: null },
  evolve: (_billing, event) => ({ address: event.data }),
  decide: ({ address }, command) =>
    same(address, command.address) ? [] : [{ type: 'BillingAddressGiven', data: command.address }],
}
