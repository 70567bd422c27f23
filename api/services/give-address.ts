import { billingDecider } from '#api/domain/billing/billing.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { billingStream } from '#api/event-store/streams.ts'
import type { Billable } from '#schemas/billable.ts'
import type { BillingAddress } from '#schemas/billing-address.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { UserId } from '#schemas/ids.ts'

/** Records a billing address, as given by the owner of the team or by the user (ENT2-03). */
export const giveAddress = (
  ledger: Ledger,
  billable: Billable,
  userId: UserId,
  { address_line_2, vat_id, ...given }: BillingAddress,
  context: CommandContext,
) => {
  const address = { ...given, userId, addressLine2: address_line_2, vatId: vat_id }
  const command = { type: 'GiveBillingAddress', billable, address } as const
  const teamId = billable.kind === 'team' ? billable.id : null
  return handle(ledger, billingDecider, billingStream(billable), command, { ...context, actor: userId, teamId })
}
