import { z } from 'zod'
import { TeamId, UserId } from '#schemas/ids.ts'

/** Who subscribes and pays: a team, or a user for themselves. */
export const Billable = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('team'), id: TeamId }),
  z.object({ kind: z.literal('user'), id: UserId }),
])
export type Billable = z.infer<typeof Billable>

/** The team whose account it is; null for a person's own. */
export const teamOf = (billable: Billable): TeamId | null => (billable.kind === 'team' ? billable.id : null)

/** The payment provider that an account is kept with (D-70); ids of `sandbox` mean nothing at the others. */
export const PaymentProvider = z.enum(['sandbox', 'stripe', 'braintree'])
export type PaymentProvider = z.infer<typeof PaymentProvider>

/** The billing account of a billable: its stream, and the owner of the key that seals its personal data. */
export const accountOf = ({ id }: Pick<Billable, 'id'>): string => `billing-${id}`

/** Fields of an event with data that is sealed for a billing account. */
export const inAccount = { account: z.string(), billable: Billable }
