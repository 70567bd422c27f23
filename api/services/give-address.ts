import { billingDecider } from '#api/domain/billing.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { billingStream } from '#api/event-store/streams.ts'
import type { BillingAddress } from '#schemas/billing-address.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'

/** Records the billing address of a team, as given by its owner. */
export const giveAddress = (
  ledger: Ledger,
  { address_line_2, vat_id, ...given }: BillingAddress & { teamId: TeamId; userId: UserId },
  context: CommandContext,
) => {
  const address = { ...given, addressLine2: address_line_2, vatId: vat_id }
  const of = { ...context, actor: given.userId, teamId: given.teamId }
  return handle(ledger, billingDecider, billingStream(given.teamId), { type: 'GiveBillingAddress', address }, of)
}
