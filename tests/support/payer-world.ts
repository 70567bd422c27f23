import { type BillingCommand, billingDecider } from '#api/domain/billing/billing.ts'
import { invoiceDecider } from '#api/domain/invoice.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { billingStream, invoiceStream } from '#api/event-store/streams.ts'
import { accountOf, type Billable } from '#schemas/billing/billable.ts'
import type { BillingEvent } from '#schemas/events/billing-account.ts'
import { currentUser } from '#schemas/resources/users.ts'
import type { TestApp } from './app.ts'
import { newBillingOrderId, noTax, orderedPlan, providerSubscription, untaxed, visa } from './billing.ts'
import { contextOf } from './contexts.ts'
import { invoiceFor } from './invoices.ts'
import { newCommandId } from './new-ids.ts'
import type { Member } from './teams.ts'

const at = '2026-03-02T10:00:00.000Z'
const times = { trialEndsAt: '2126-03-10T10:00:00.000Z', periodEnd: '2126-04-01T10:00:00.000Z' }

const address = {
  address: '1 High Street',
  addressLine2: 'Floor 2',
  city: 'Leeds',
  state: 'Yorkshire',
  zip: 'LS1 1AA',
  country: 'GB',
  vatId: 'GB980780684',
}

/** The fields of an account that only its payer is told (D-114), as `payingFor` fills it. */
export const payersOwn = {
  tax_rate: 20,
  card_brand: 'visa',
  card_last_four: '4242',
  extra_billing_information: 'Order 4711',
  stripe_id: 'cus_1',
  payment_action: { kind: 'setup', client_secret: 'seti_1_secret_2' },
  billing_address: '1 High Street',
  billing_address_line_2: 'Floor 2',
  billing_city: 'Leeds',
  billing_state: 'Yorkshire',
  billing_zip: 'LS1 1AA',
  billing_country: 'GB',
  vat_id: 'GB980780684',
}

/**
 * Gives an account all that there can be of who pays and how: an address, a card, a subscription, a change that waits
 * for its payer, and an invoice, whose id is answered.
 */
export const payingFor = async ({ ledger }: TestApp, payer: Member, billable: Billable) => {
  const context = () => contextOf(billable.kind === 'team' ? billable.id : null, payer.userId)
  const stream = billingStream(billable)
  const subscription = providerSubscription({ status: 'trialing', plan: 'starter-monthly', ...times })
  const snapshot = { card: visa, subscriptions: [subscription], reverseCharge: false }
  const commands: BillingCommand[] = [
    { type: 'GiveBillingAddress', billable, userId: payer.userId, address, tax: { ...noTax, rate: 20, country: 'GB' } },
    { type: 'GiveExtraBillingInformation', billable, information: 'Order 4711' },
    { type: 'RegisterCustomer', billable, provider: 'sandbox', customerId: 'cus_1' },
    {
      type: 'Converge',
      billable,
      at,
      snapshot,
      settles: null,
      ...untaxed(),
      tax: { ...noTax, rate: 20, country: 'GB' },
    },
  ]
  for (const command of commands) await handle(ledger, billingDecider, stream, command, context())
  const order = { billable, account: accountOf(billable), orderId: newBillingOrderId() }
  const waits: BillingEvent[] = [
    {
      type: 'BillingOrderPlaced',
      data: {
        ...order,
        kind: 'swap',
        plan: orderedPlan('business-monthly'),
        trialEndsAt: null,
        token: null,
        coupon: null,
        discount: null,
        placedAt: at,
      },
    },
    {
      type: 'BillingOrderAwaitsPayer',
      data: { ...order, action: 'setup', clientSecret: 'seti_1_secret_2', invoiceId: null },
    },
  ]
  const revision = (await ledger.read(stream)).at(-1)?.revision ?? 'no-stream'
  const told = waits.map((event) => ({ ...event, id: newCommandId(), metadata: context() }))
  await ledger.append(stream, revision, told)
  const invoice = invoiceFor(billable)
  const record = { type: 'RecordInvoice', ...invoice } as const
  const { position } = await handle(ledger, invoiceDecider, invoiceStream(invoice.invoiceId), record, context())
  await payer.call(currentUser, {}, { headers: { 'x-min-position': position ?? '' } })
  return invoice.invoiceId
}
