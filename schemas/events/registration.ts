import { z } from 'zod'
import { Billable } from '#schemas/billing/billable.ts'
import { type EventOf, personalText } from '../event.ts'
import { CommandId, TeamId, UserId } from '../ids.ts'
import { OrderedPlan } from './billing-order.ts'
import { DiscountTerms } from './discount.ts'
import { ReservationKind } from './team-invitation.ts'

/** `registrationId` is the id of the command that began it; the values that it reserves are claimed under the same id. */
const registration = { registrationId: CommandId }

/** Somebody else has the e-mail address or the slug, or the payment provider said no, in words for the payer. */
const RegistrationRefusal = z.union([
  z.object({ taken: ReservationKind }),
  z.object({ code: z.string(), message: z.string() }),
])
export type RegistrationRefusal = z.infer<typeof RegistrationRefusal>

/**
 * A registration that is paid for with a card, in a stream of its own: the payment is ordered before there is an
 * account. All that it takes is in its first event, sealed with a key that is destroyed when it is settled, so any
 * process can finish one that has begun.
 */
export const registrationEvents = {
  RegistrationBegun: z.object({
    ...registration,
    userId: UserId,
    teamId: TeamId,
    /** Who pays: the team, or the user, as the plan says. */
    billable: Billable,
    name: personalText,
    email: personalText,
    passwordHash: personalText,
    /** Of the address (D-94); null: nothing is asked of it. */
    proof: z.enum(['asked', 'provided']).nullable(),
    team: personalText,
    slug: personalText,
    plan: OrderedPlan,
    /** The payment method, as the provider's form returned it. */
    token: personalText,
    coupon: z.string().nullable(),
    /** The terms of the coupon. */
    discount: DiscountTerms.nullish(),
    address: personalText,
    addressLine2: personalText,
    city: personalText,
    state: personalText,
    zip: personalText,
    country: z.string().nullable(),
    vatId: personalText,
  }),
  /** E-mail address and slug are claimed: from now on the payment may be ordered. */
  RegistrationReserved: z.object(registration),
  /** There is to be an account. Unless it is `paid`, the payment is confirmed or decided later, and the trial runs. */
  RegistrationAccepted: z.object({ ...registration, paid: z.boolean() }),
  /** There is no account, and nothing was paid. */
  RegistrationRefused: z.object({ ...registration, billable: Billable, refusal: RegistrationRefusal }),
  /** Nothing is left to do, and what was given is destroyed but for what the account holds. */
  RegistrationSettled: z.object(registration),
}

export type RegistrationEvent = EventOf<typeof registrationEvents>
