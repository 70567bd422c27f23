import type { SupportEvent } from '#schemas/events/support.ts'
import type { Decider } from './decider.ts'
import { RuleBroken } from './rule.ts'

export type SupportRequest = { status: 'none' } | { status: 'sent' }

export type SupportCommand = { type: 'RequestSupport'; request: SupportEvent['data'] }

/** A question to the operators of the platform. */
export const supportDecider: Decider<SupportRequest, SupportCommand, SupportEvent> = {
  initialState: { status: 'none' },
  evolve: () => ({ status: 'sent' }),
  decide: (supportRequest, { request }) => {
    if (supportRequest.status !== 'none') throw new RuleBroken('id-taken')
    return [{ type: 'SupportRequested', data: request }]
  },
}
