import type { Billing } from '#api/domain/billing/state.ts'
import { type InvoiceOutcome, invoiceDecider, invoiceNumber, invoiceNumbersDecider } from '#api/domain/invoice.ts'
import { taxOn } from '#api/domain/tax.ts'
import { teamDecider } from '#api/domain/team.ts'
import { userDecider } from '#api/domain/user.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import {
  buyerKeyOf,
  invoiceIdOf,
  invoiceNumbersStream,
  invoiceStream,
  teamStream,
  userStream,
} from '#api/event-store/streams.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import type { ProviderInvoice } from '#schemas/billing/provider-snapshot.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import { CommandId, type InvoiceId, type UserId } from '#schemas/ids.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { exists } from './exists.ts'
import type { BillingTools } from './tools.ts'

type Issued = EventNamed<'InvoiceRecorded'>['data']
type Buyer = NonNullable<Issued['buyer']>
type Named = Pick<Buyer, 'name' | 'email'>
/** Whose invoices they are, and what the log knows of their account. */
type Billed = { billable: Billable; billing: Billing }

const personOf = async (ledger: Ledger, id: UserId): Promise<Named> => {
  const user = await load(ledger, userDecider, userStream(id))
  return user.status === 'registered' ? { name: user.name, email: user.email } : { name: null, email: null }
}

/** The name of a team with the address of its owner, or a user. */
const namesOf = async (ledger: Ledger, billable: Billable): Promise<Named> => {
  if (billable.kind === 'user') return personOf(ledger, billable.id)
  const team = await load(ledger, teamDecider, teamStream(billable.id))
  if (team.status !== 'active') return { name: null, email: null }
  return { ...(await personOf(ledger, team.ownerId)), name: team.name }
}

/** Who pays before there is an account, as the order says; null for an account that is there. */
const registering = async (ledger: Ledger, { billable, billing: { order } }: Billed): Promise<Named | null> =>
  order?.buyer && !(await exists(ledger, billable)) ? order.buyer : null

/** Who a billable is on an invoice of today. */
const buyerOf = async (ledger: Ledger, billed: Billed): Promise<Buyer> => {
  const { address, information } = billed.billing
  return {
    ...((await registering(ledger, billed)) ?? (await namesOf(ledger, billed.billable))),
    address: address?.address ?? null,
    addressLine2: address?.addressLine2 ?? null,
    city: address?.city ?? null,
    state: address?.state ?? null,
    zip: address?.zip ?? null,
    country: address?.country ?? null,
    vatId: address?.vatId ?? null,
    information,
  }
}

/** Why the VAT of an invoice is what it is; what the provider charged counts. */
const vatOf = (invoice: ProviderInvoice, buyer: Buyer, { tax }: BillingTools['invoicing']): Issued['vat'] => {
  if (invoice.taxes.some(({ rate }) => rate > 0)) return 'charged'
  const { vat } = taxOn(CalendarDate.parse(invoice.issuedAt.slice(0, 10)), buyer, tax)
  return vat === 'charged' ? 'not-collected' : vat
}

const outcomesOf = (
  { status, settledAt, failedAttempts, nextAttemptAt, refunded }: ProviderInvoice,
  at: string,
): InvoiceOutcome[] => {
  // Clocks of providers may be ahead.
  const seen = (instant: string | null): string => (instant !== null && instant < at ? instant : at)
  const when = seen(settledAt)
  if (status === 'paid') {
    const back = refunded
      ? [{ type: 'RefundInvoice', refundedMinor: refunded.minor, at: seen(refunded.at) } as const]
      : []
    return [{ type: 'PayInvoice', at: when }, ...back]
  }
  if (status === 'void') return [{ type: 'VoidInvoice', at: when }]
  return failedAttempts === 0 ? [] : [{ type: 'FailInvoicePayment', attempt: failedAttempts, nextAt: nextAttemptAt }]
}

/** Whether the log holds what has become of an invoice. */
export const isKnown = (
  { status, attempts, refundedMinor }: { status: ProviderInvoice['status']; attempts: number; refundedMinor: number },
  invoice: Pick<ProviderInvoice, 'status' | 'failedAttempts' | 'refunded'>,
): boolean =>
  status === invoice.status && attempts >= invoice.failedAttempts && refundedMinor >= (invoice.refunded?.minor ?? 0)

/** The next number of an invoice's year, for one that the provider does not number; the same however often it is asked for. */
const numberFor = async (ledger: Ledger, invoiceId: InvoiceId, issuedAt: string, context: CommandContext) => {
  const year = Number(issuedAt.slice(0, 4))
  const commandId = CommandId.parse(idMadeBy(context.commandId, `number/${invoiceId}`))
  const command = { type: 'NumberInvoice', invoiceId, year } as const
  const numbering = { ...context, commandId, teamId: null }
  const { state } = await handle(ledger, invoiceNumbersDecider, invoiceNumbersStream(year), command, numbering)
  return invoiceNumber(year, state.given.get(invoiceId) ?? 0)
}

/**
 * Records the invoices that a provider has issued to a billable, with who they are at that moment, and what has become
 * of them. Repeating it adds nothing.
 */
export const recordInvoices = async (
  { ledger, provider, invoicing, now }: BillingTools,
  billed: Billed,
  invoices: readonly ProviderInvoice[],
  context: CommandContext,
): Promise<void> => {
  for (const invoice of invoices) {
    const { id, status: _, settledAt: __, failedAttempts: ___, nextAttemptAt: ____, refunded: _____, ...said } = invoice
    const invoiceId = invoiceIdOf(provider.name, id)
    const stream = invoiceStream(invoiceId)
    const known = await load(ledger, invoiceDecider, stream)
    const outcomes = outcomesOf(invoice, now().toISOString())
    if (known.status !== 'none' && isKnown(known, invoice)) continue
    // Who registers with a card may get no account; who does, and pays later, has the invoice then.
    if (invoice.status !== 'paid' && (await registering(ledger, billed)) !== null) continue
    const buyer = await buyerOf(ledger, billed)
    const number = invoice.number ?? (await numberFor(ledger, invoiceId, invoice.issuedAt, context))
    const issued: Issued = {
      ...said,
      number,
      invoiceId,
      billable: billed.billable,
      buyer,
      provider: provider.name,
      providerInvoiceId: id,
      seller: invoicing.seller,
      buyerKey: buyerKeyOf(billed.billable, invoice.issuedAt),
      vat: vatOf(invoice, buyer, invoicing),
    }
    await handle(ledger, invoiceDecider, stream, { type: 'ConvergeInvoice', issued, outcomes }, context)
  }
}
