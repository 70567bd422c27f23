import type { InterestEvent } from '#schemas/events/interest.ts'
import type { Decider } from './decider.ts'

export type Interest = { status: 'none' } | { status: 'registered' }

export type InterestCommand = { type: 'RegisterInterest'; interest: InterestEvent['data'] }

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
