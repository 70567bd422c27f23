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
type Changes<Address> = { [Field in keyof Address]?: Address[Field] | undefined }
export type ChangedAddress = Changes<BillingAddress>

/** The tax that an address has today. */
export type TaxOf = (address: TaxedAddress) => PayerTax

const nowhere: TaxedAddress = { city: null, state: null, zip: null, country: null, vatId: null }

/** The address that is taxed after a change of the known one. */
export const addressAfter = (known: TaxedAddress | null, changes: Changes<TaxedAddress>): TaxedAddress => ({
  ...nowhere,
  ...known,
  ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
})

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
  const tax = taxOf?.(addressAfter(known, given))
  const command = { type: 'GiveBillingAddress', billable, userId, address: given, tax: tax ?? null } as const
  const teamId = teamOf(billable)
  return handle(ledger, billingDecider, stream, command, { ...context, actor: userId, teamId })
}
