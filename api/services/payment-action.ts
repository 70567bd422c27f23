import { billingDecider } from '#api/domain/billing/billing.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { billingStream } from '#api/event-store/streams.ts'
import type { Billable } from '#schemas/billable.ts'
import type { PaymentAction } from '#schemas/resources/billable.ts'
import type { ReadModels } from './read-models.ts'

/** What the payer of a billable has to confirm with their bank; null if nothing. */
export const paymentActionOf = async (
  ledger: Pick<Ledger, 'read'>,
  { billingAccounts }: Pick<ReadModels, 'billingAccounts'>,
  billable: Pick<Billable, 'id'>,
): Promise<PaymentAction | null> => {
  if (billingAccounts.account(billable)?.order_awaits !== 1) return null
  const { order } = await load(ledger, billingDecider, billingStream(billable))
  const { action: kind, clientSecret } = order?.awaits ?? {}
  return kind !== undefined && clientSecret ? { kind, client_secret: clientSecret } : null
}
