import { billingDecider } from '#api/domain/billing/billing.ts'
import { liveSubscription } from '#api/domain/billing/state.ts'
import { invoiceDecider } from '#api/domain/invoice.ts'
import { load } from '#api/event-store/handle-command.ts'
import { billingStream, invoiceStream } from '#api/event-store/streams.ts'
import { invoiceFileName } from '#schemas/billing/invoice-file-name.ts'
import { showMoney } from '#schemas/billing/money.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { Mail, Notice, TextTools } from '../message.ts'
import { isNews } from './news.ts'
import { payerOf } from './payer.ts'
import { day, discountWords, month, planName, price } from './words.ts'

type Paid = Recorded<EventNamed<'InvoicePaid'>>
type Failed = Recorded<EventNamed<'InvoicePaymentFailed'>>

/** The invoice as PDF, once it is paid; null for one of 0.00, which people do not see (D-31). */
export const invoicePaid = async (event: Paid, tools: TextTools): Promise<Mail | null> => {
  const { billable, invoiceId, totalMinor, currency, number, at } = event.data
  const payer = totalMinor > 0 && isNews(event) ? await payerOf(tools, billable) : null
  const history = payer ? await tools.ledger.read(invoiceStream(invoiceId)) : []
  const recorded = history.find((each) => each.type === 'InvoiceRecorded')
  if (!payer || !recorded) return null
  const { invoicePdf } = await import('#api/adapters/pdf/invoice-pdf.ts')
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

type Given = Recorded<EventNamed<'DiscountApplied' | 'DiscountWaits'>>

/** Whether the payer was told of a discount when it began to wait for their subscription. */
const waited = async ({ data, type, revision }: Given, { ledger }: TextTools): Promise<boolean> =>
  type === 'DiscountApplied' &&
  (await ledger.read(billingStream(data.billable))).some(
    (each) => each.type === 'DiscountWaits' && each.data.couponId === data.couponId && each.revision < revision,
  )

/** Tells of what an operator has given; who redeemed a coupon has seen it. */
export const discountGiven = async (event: Given, tools: TextTools): Promise<Mail | null> => {
  const { data, type } = event
  if (data.source !== 'operator' || (await waited(event, tools))) return null
  const payer = await payerOf(tools, data.billable)
  if (!payer) return null
  return {
    to: payer.email,
    subject: 'A discount for you',
    paragraphs: [
      `We have given ${payer.whose} a discount: ${discountWords(data)}.`,
      type === 'DiscountWaits' ? 'It waits until you subscribe to a plan.' : 'You need not do anything for it.',
    ],
    action: { text: 'See the plan', path: payer.settings('subscription') },
  }
}

type TrialEnds = Recorded<EventNamed<'TrialEndsSoon'>>
type CardExpires = Recorded<EventNamed<'CardExpiresSoon'>>

const whatThen = async (tools: TextTools, { subscriptionId, billable }: TrialEnds['data']): Promise<string> => {
  if (subscriptionId === null) {
    return 'Choose a plan before then to go on as you are. Nothing is deleted, but adding may be limited afterwards.'
  }
  const live = liveSubscription(await load(tools.ledger, billingDecider, billingStream(billable)))
  if (live === null) return 'Afterwards the subscription is charged.'
  return `Afterwards the plan ${planName(tools, live.plan)} is charged: ${price(live)}, before tax. Cancel it before then if you do not want it.`
}

export const trialEndsSoon = async ({ data }: TrialEnds, tools: TextTools): Promise<Mail | null> => {
  const payer = await payerOf(tools, data.billable)
  if (!payer) return null
  const end = day(data.trialEndsAt)
  return {
    to: payer.email,
    subject: `Your trial ends on ${end}`,
    paragraphs: [`The trial of ${payer.whose} ends on ${end}.`, await whatThen(tools, data)],
    action: { text: 'See the plans', path: payer.settings('subscription') },
  }
}

export const trialEndsSoonNotice = async ({ data }: TrialEnds, tools: TextTools): Promise<Notice | null> => {
  const payer = await payerOf(tools, data.billable)
  return (
    payer && {
      userId: payer.userId,
      icon: 'clock',
      body: `The trial of ${payer.whose} ends on ${day(data.trialEndsAt)}.`,
      action: { text: 'See the plans', url: payer.settings('subscription') },
      creatorId: null,
    }
  )
}

export const cardExpiresSoon = async ({ data }: CardExpires, tools: TextTools): Promise<Mail | null> => {
  const payer = await payerOf(tools, data.billable)
  const { card } = await load(tools.ledger, billingDecider, billingStream(data.billable))
  // A card that was replaced meanwhile need not be.
  if (!payer || card?.methodId !== data.methodId) return null
  return {
    to: payer.email,
    subject: 'Your card expires this month',
    paragraphs: [
      `The card that ${payer.whose} is paid with, ${card.brand} ending in ${card.lastFour}, is good until the end of ${month(data.expiry)}.`,
      'Please enter the new one, so that the next payment does not fail.',
    ],
    action: { text: 'Change the card', path: payer.settings('payment-method') },
  }
}
