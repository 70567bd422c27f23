import { openStripe } from '#api/adapters/payment/stripe-client.ts'
import { stripeProvider } from '#api/adapters/payment/stripe-provider.ts'
import type { Invoicing } from '#workers/billing/tools.ts'
import { payingTeam } from './paying-team.ts'
import { sandboxWorld } from './payment-sandbox.ts'

/** A team that orders from the payment sandbox, through the official SDK; `changes` to what its invoices say. */
export const sandboxTeam = async (changes: Partial<Invoicing> = {}) => {
  const sandbox = await sandboxWorld()
  const stripe = openStripe({ apiBase: sandbox.sandbox.url, secretKey: 'sk_test_sandbox' })
  const provider = stripeProvider({ stripe, name: 'sandbox', testClock: 'clock_sandbox' })
  const team = payingTeam(provider, 'pm_card_visa', changes)
  return {
    ...sandbox,
    ...team,
    /** The next period begins, and what became of it is asked. */
    renew: async () => {
      await sandbox.advanceTo(await team.endOfPeriod())
      await team.converge()
    },
    /** The events of each invoice that was issued, oldest first. */
    invoices: async () => {
      const { data } = await sandbox.stripe.invoices.list({ limit: 100 })
      return Promise.all(data.reverse().map(({ id }) => team.invoice(id)))
    },
    paid: async () => {
      const { data } = await sandbox.stripe.invoices.list({ limit: 100 })
      return data
        .map(({ amount_paid }) => amount_paid)
        .filter((amount) => amount > 0)
        .reverse()
    },
  }
}
