import { invoiceDecider } from '#api/domain/invoice.ts'
import { load } from '#api/event-store/handle-command.ts'
import { invoiceStream } from '#api/event-store/streams.ts'
import { invoiceFileName } from '#schemas/billing/invoice-file-name.ts'
import { showMoney } from '#schemas/billing/money.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { Mail, Notice, TextTools } from '../message.ts'
import { isNews } from './news.ts'
import { payerOf } from './payer.ts'
import { day } from './words.ts'

type Paid = Recorded<EventNamed<'InvoicePaid'>>
type Failed = Recorded<EventNamed<'InvoicePaymentFailed'>>

/** The invoice as PDF, once it is paid; null for one of 0.00, which people do not see (D-31). */
export const invoicePaid = async (event: Paid, tools: TextTools): Promise<Mail | null> => {
  const { billable, invoiceId, totalMinor, currency, number, at } = event.data
  const payer = totalMinor > 0 && isNews(event) ? await payerOf(tools, billable) : null
  const history = payer ? await tools.ledger.read(invoiceStream(invoiceId)) : []
  const recorded = history.find((each) => each.type === 'InvoiceRecorded')
  if (!payer || !recorded) return null
  const { invoicePdf } = await import('#api/adapters/invoice-pdf/invoice-pdf.ts')
  const { period } = recorded.data
  return {
    to: payer.email,
    subject: `Your invoice ${number}`,
    paragraphs: [`Thank you for the payment for ${payer.whose}. The invoice comes with this mail as PDF.`],
    facts: [
      ['Invoice', number],
      ['Paid on', day(at)],
      ...(period ? [['For', `${day(period.from)} to ${day(period.to)}`] as const] : []),
      ['Total', showMoney(totalMinor, currency)],
    ],
    action: { text: 'See all invoices', path: payer.settings('invoices') },
    attachment: {
      name: invoiceFileName(number),
      type: 'application/pdf',
      content: await invoicePdf(recorded.data),
    },
  }
}

/** The payer, unless the invoice was paid or cancelled meanwhile. */
const debtorOf = async ({ data }: Failed, tools: TextTools) => {
  const { status } = await load(tools.ledger, invoiceDecider, invoiceStream(data.invoiceId))
  return status === 'open' ? payerOf(tools, data.billable) : null
}

export const paymentFailed = async (event: Failed, tools: TextTools): Promise<Mail | null> => {
  const payer = await debtorOf(event, tools)
  if (!payer) return null
  const { number, totalMinor, currency, nextAt } = event.data
  return {
    to: payer.email,
    subject: 'Your payment failed',
    paragraphs: [
      `We could not collect the payment for ${payer.whose}.`,
      nextAt === null
        ? 'Please pay with another card, so that nothing stops.'
        : 'We try again by ourselves. With another card it is paid at once.',
    ],
    facts: [
      ['Invoice', number],
      ['Amount', showMoney(totalMinor, currency)],
      ...(nextAt === null ? [] : [['Next try', day(nextAt)] as const]),
    ],
    action: { text: 'Change the card', path: payer.settings('payment-method') },
  }
}

export const paymentFailedNotice = async (event: Failed, tools: TextTools): Promise<Notice | null> => {
  const payer = await debtorOf(event, tools)
  return (
    payer && {
      userId: payer.userId,
      icon: 'credit-card',
      body: `The payment for ${payer.whose} failed.`,
      action: { text: 'Change the card', url: payer.settings('payment-method') },
      creatorId: null,
    }
  )
}
