import { hasReached } from '#projections/engine/position.ts'
import { convergeCustomer } from './customers.ts'
import type { BillingTools } from './tools.ts'

/** Customers of whom it is known when they were asked about; then it is forgotten. */
const remembered = 10_000

type Asked = { upTo: string; isOurs: Promise<boolean> }

/**
 * Asks the provider about customers, once for all news of one that the log held by then: a renewal alone is told three
 * times. News is only a hint, so whoever has asked after it was recorded has heard all that it could tell.
 */
export const openHearing = (tools: BillingTools) => {
  const asked = new Map<string, Asked>()

  const ask = (customerId: string, upTo: string, causationId: string): Promise<boolean> => {
    const isOurs = convergeCustomer(tools, customerId, causationId)
    if (asked.size >= remembered) asked.clear()
    asked.set(customerId, { upTo, isOurs })
    // A failed question tells nothing: the next caller asks again.
    isOurs.catch(() => {
      if (asked.get(customerId)?.isOurs === isOurs) asked.delete(customerId)
    })
    return isOurs
  }

  /** Whether the customer is ours; what has changed is recorded. `position` is that of the news in the log. */
  return async (customerId: string, position: string, causationId: string): Promise<boolean> => {
    const upTo = (await tools.ledger.lastPosition()) ?? position
    const last = asked.get(customerId)
    return last && hasReached(last.upTo, position) ? last.isOurs : ask(customerId, upTo, causationId)
  }
}
