import { billingDecider } from '#api/domain/billing/billing.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { billingStream } from '#api/event-store/streams.ts'
import { type Billable, teamOf } from '#schemas/billable.ts'
import type { BillingAddress } from '#schemas/billing-address.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { UserId } from '#schemas/ids.ts'

/** What is undefined, or is not here, stays as it is (D-98). */
export type ChangedAddress = { [Field in keyof BillingAddress]?: BillingAddress[Field] | undefined }

/** Records a billing address, as given by the owner of the team or by the user (ENT2-03). */
export const giveAddress = (
  ledger: Ledger,
  billable: Billable,
  userId: UserId,
  { address, address_line_2: addressLine2, city, state, zip, country, vat_id: vatId }: ChangedAddress,
  context: CommandContext,
) => {
  const changed = { address, addressLine2, city, state, zip, country, vatId }
  const command = { type: 'GiveBillingAddress', billable, userId, address: changed } as const
  const teamId = teamOf(billable)
  return handle(ledger, billingDecider, billingStream(billable), command, { ...context, actor: userId, teamId })
}
