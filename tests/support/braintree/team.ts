import { openBraintree } from '#api/adapters/payment/braintree-client.ts'
import { braintreeProvider } from '#api/adapters/payment/braintree-provider.ts'
import type { Invoicing } from '#workers/billing/tools.ts'
import { payingTeam } from '../paying-team.ts'
import { braintreeStandIn } from './stand-in.ts'

/** A team that orders from the stand-in for Braintree, through the official SDK; `changes` to what its invoices say. */
export const braintreeTeam = async (changes: Partial<Invoicing> = {}) => {
  const standIn = await braintreeStandIn()
  const gateway = openBraintree(standIn.account)
  const provider = braintreeProvider(gateway)
  const team = payingTeam(provider, 'fake-valid-nonce', changes)
  const advanceTo = async (seconds: number) => standIn.advanceTo(new Date(seconds * 1000))
  return {
    ...standIn,
    ...team,
    gateway,
    provider,
    /** Seconds since 1970. */
    now: async () => Math.floor(standIn.books.now().getTime() / 1000),
    advanceTo,
    /** The next period begins, and what became of it is asked. */
    renew: async () => {
      await advanceTo(await team.endOfPeriod())
      await team.converge()
    },
    /** The events of each invoice, oldest first. */
    invoices: async () => {
      const issued = await provider.invoices(team.billable.id)
      return Promise.all(issued.map(({ id }) => team.invoice(id)))
    },
    /** The charged amount, in minor units. */
    paid: async () =>
      standIn.books.transactions
        .filter(({ type, status }) => type === 'sale' && status === 'submitted_for_settlement')
        .map(({ minor }) => minor),
  }
}
