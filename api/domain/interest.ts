import type { InterestEvent, SupportEvent } from '#schemas/events/interest.ts'
import type { Decider } from './decider.ts'
import { RuleBroken } from './rule.ts'

type Interest = { status: 'none' } | { status: 'registered' }

type InterestCommand = { type: 'RegisterInterest'; interest: InterestEvent['data'] }

/**
 * The interest of one e-mail address or phone number: a second registration changes nothing, and nobody can tell
 * (D-25).
 */
export const interestDecider: Decider<Interest, InterestCommand, InterestEvent> = {
  initialState: { status: 'none' },
  evolve: () => ({ status: 'registered' }),
  decide: (state, { interest }) =>
    state.status === 'registered' ? [] : [{ type: 'InterestRegistered', data: interest }],
}

type SupportRequest = { status: 'none' } | { status: 'sent' }

type SupportCommand = { type: 'RequestSupport'; request: SupportEvent['data'] }

/** A question to the operators of the platform. */
export const supportDecider: Decider<SupportRequest, SupportCommand, SupportEvent> = {
  initialState: { status: 'none' },
  evolve: () => ({ status: 'sent' }),
  decide: (supportRequest, { request }) => {
    if (supportRequest.status !== 'none') throw new RuleBroken('id-taken')
    return [{ type: 'SupportRequested', data: request }]
  },
}
