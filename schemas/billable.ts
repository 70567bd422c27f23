import { z } from 'zod'
import { TeamId, UserId } from './ids.ts'

/** Who subscribes and pays: a team, or a user for themselves (PLAT-05, ENT2-07). */
export const Billable = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('team'), id: TeamId }),
  z.object({ kind: z.literal('user'), id: UserId }),
])
export type Billable = z.infer<typeof Billable>

/** The payment provider that an account is kept with (D-70); ids of `sandbox` mean nothing at the others. */
export const PaymentProvider = z.enum(['sandbox', 'stripe', 'braintree'])
export type PaymentProvider = z.infer<typeof PaymentProvider>
