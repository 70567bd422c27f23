import { billingDecider } from '#api/domain/billing/billing.ts'
import type { TaxedAddress } from '#api/domain/tax.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { billingStream } from '#api/event-store/streams.ts'
import { type Billable, teamOf } from '#schemas/billing/billable.ts'
import type { BillingAddress } from '#schemas/billing/billing-address.ts'
import type { PayerTax } from '#schemas/billing/provider-snapshot.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { UserId } from '#schemas/ids.ts'

/** Fields that are undefined or missing stay as they are (D-98). */
export type ChangedAddress = { [Field in keyof BillingAddress]?: BillingAddress[Field] | undefined }

/** The tax that an address has today. */
export type TaxOf = (address: TaxedAddress) => PayerTax

const nowhere: TaxedAddress = { city: null, state: null, zip: null, country: null, vatId: null }

/**
 * Records a billing address, as given by the owner of the team or by the user, with the tax that follows from it.
 * Without `taxOf` the tax follows with the next convergence.
 */
export const giveAddress = async (
  { ledger, taxOf }: { ledger: Ledger; taxOf?: TaxOf },
  billable: Billable,
  userId: UserId,
  { address, address_line_2: addressLine2, city, state, zip, country, vat_id: vatId }: ChangedAddress,
  context: CommandContext,
) => {
  const given = { address, addressLine2, city, state, zip, country, vatId }
  const stream = billingStream(billable)
  const { address: known } = await load(ledger, billingDecider, stream)
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const tax = taxOf?.({ ...nowhere, ...known, ...changes })
  const command = { type: 'GiveBillingAddress', billable, userId, address: given, tax: tax ?? null } as const
  const teamId = teamOf(billable)
  return handle(ledger, billingDecider, stream, command, { ...context, actor: userId, teamId })
}
