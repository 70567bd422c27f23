import { z } from 'zod'
import { type EventOf, personalText } from '../event.ts'
import { TeamId, UserId } from '../ids.ts'

export const billingEvents = {
  /** The billing address of a team; its giver is the owner. `country` is an ISO 3166-1 code. */
  BillingAddressGiven: z.object({
    teamId: TeamId,
    userId: UserId,
    address: personalText,
    addressLine2: personalText,
    city: personalText,
    state: personalText,
    zip: personalText,
    country: z.string().nullable(),
    vatId: personalText,
  }),
}

export type BillingEvent = EventOf<typeof billingEvents>
