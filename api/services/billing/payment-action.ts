import { billingDecider } from '#api/domain/billing/billing.ts'
import { type Billing, liveSubscription } from '#api/domain/billing/state.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { billingStream } from '#api/event-store/streams.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import type { PaymentAction } from '#schemas/resources/billable.ts'

/** The confirmation that the payer owes their bank, of an order or a renewal; null if none. */
export const actionIn = (billing: Billing): PaymentAction | null => {
  const { action: kind, clientSecret } = billing.order?.awaits ?? liveSubscription(billing)?.awaits ?? {}
  return kind !== undefined && clientSecret ? { kind, client_secret: clientSecret } : null
}

/** The confirmation that the payer of a billable owes their bank; null if none. */
export const paymentActionOf = async (
  ledger: Pick<Ledger, 'read'>,
  { billingAccounts }: ReadModels['directory'],
  billable: Pick<Billable, 'id'>,
): Promise<PaymentAction | null> => {
  const account = billingAccounts.account(billable)
  if (account?.order_awaits !== 1 && account?.awaits_payer !== 1) return null
  return actionIn(await load(ledger, billingDecider, billingStream(billable)))
}
