import { billingDecider } from '#api/domain/billing/billing.ts'
import { liveSubscription } from '#api/domain/billing/state.ts'
import { load } from '#api/event-store/handle-command.ts'
import { billingStream } from '#api/event-store/streams.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed, EventType } from '#schemas/events/registry.ts'
import type { Mail, Notice, TextTools } from '../message.ts'
import { isNews } from './news.ts'
import { payerOf } from './payer.ts'
import { day, planName, price } from './words.ts'

type Of<Type extends EventType> = Recorded<EventNamed<Type>>

type Payer = NonNullable<Awaited<ReturnType<typeof payerOf>>>
type Terms = Pick<EventNamed<'PlanSwapped'>['data'], 'plan' | 'unitMinor' | 'quantity' | 'currency' | 'interval'>

/** `from` is null where the provider began another subscription for the plan. */
const planIsNow = (payer: Payer, tools: TextTools, from: Terms | null, to: Terms & { periodEnd: string }): Mail => {
  const now = planName(tools, to.plan)
  return {
    to: payer.email,
    subject: `Your plan is ${now} now`,
    paragraphs: [`The plan of ${payer.whose} was changed.`],
    facts: [
      ...(from ? [['Before', `${planName(tools, from.plan)}, ${price(from)}`] as const] : []),
      ['Now', `${now}, ${price(to)}`],
      ['Paid until', day(to.periodEnd)],
    ],
    action: { text: 'See the plan', path: payer.settings('subscription') },
  }
}

export const planChanged = async (event: Of<'PlanSwapped'>, tools: TextTools): Promise<Mail | null> => {
  const { billable, from, ...to } = event.data
  const payer = isNews(event) ? await payerOf(tools, billable) : null
  return payer && planIsNow(payer, tools, from, to)
}

/** The plan of the newest subscription of a billable. */
const lastPlan = async (tools: TextTools, { billable }: Of<'SubscriptionEnded' | 'SubscriptionCancelled'>['data']) => {
  const { subscription } = await load(tools.ledger, billingDecider, billingStream(billable))
  return planName(tools, subscription?.plan ?? '')
}

export const subscriptionCancelled = async (
  event: Of<'SubscriptionCancelled'>,
  tools: TextTools,
): Promise<Mail | null> => {
  const payer = isNews(event) ? await payerOf(tools, event.data.billable) : null
  if (!payer) return null
  const plan = await lastPlan(tools, event.data)
  const until = day(event.data.endsAt)
  return {
    to: payer.email,
    subject: `Your subscription ends on ${until}`,
    paragraphs: [
      `The subscription of ${payer.whose} to the plan ${plan} was cancelled. Everything stays as it is until ${until}, and nothing is charged any more.`,
      'Until then you can resume it. Nothing is deleted when it ends.',
    ],
    action: { text: 'Resume the subscription', path: payer.settings('subscription') },
  }
}

const whyEnded = {
  cancelled: 'as it was cancelled',
  unpaid: 'since it was not paid',
  disputed: 'since its payment was disputed',
}

export const subscriptionEnded = async (event: Of<'SubscriptionEnded'>, tools: TextTools): Promise<Mail | null> => {
  const { billable, reason, at } = event.data
  const payer = isNews(event) ? await payerOf(tools, billable) : null
  if (!payer) return null
  const live = liveSubscription(await load(tools.ledger, billingDecider, billingStream(billable)))
  // Some providers change between months and years by another subscription.
  if (live && live.subscriptionId !== event.data.subscriptionId) return planIsNow(payer, tools, null, live)
  const plan = await lastPlan(tools, event.data)
  return {
    to: payer.email,
    subject: 'Your subscription has ended',
    paragraphs: [
      `The subscription of ${payer.whose} to the plan ${plan} ended on ${day(at)}, ${whyEnded[reason]}.`,
      'Everything that you have stored is there. Choose a plan to go on with it as before.',
    ],
    action: { text: 'Choose a plan', path: payer.settings('subscription') },
  }
}

/** The payer of a renewal that still waits to be confirmed. */
const confirmingPayer = async ({ data }: Of<'RenewalAwaitsPayer'>, tools: TextTools) => {
  const { awaits } = liveSubscription(await load(tools.ledger, billingDecider, billingStream(data.billable))) ?? {}
  return awaits?.invoiceId === data.invoiceId ? payerOf(tools, data.billable) : null
}

/** The mail leads to the page that asks the bank; it holds no secret of the payment. */
export const renewalAwaitsPayer = async (event: Of<'RenewalAwaitsPayer'>, tools: TextTools): Promise<Mail | null> => {
  const payer = await confirmingPayer(event, tools)
  return (
    payer && {
      to: payer.email,
      subject: 'Please confirm your payment',
      paragraphs: [
        `Your bank asks you to confirm the payment for ${payer.whose}. Nothing is charged until you do.`,
        'Sign in and follow what your bank asks for.',
      ],
      action: { text: 'Confirm the payment', path: payer.settings('subscription') },
    }
  )
}

export const renewalAwaitsPayerNotice = async (
  event: Of<'RenewalAwaitsPayer'>,
  tools: TextTools,
): Promise<Notice | null> => {
  const payer = await confirmingPayer(event, tools)
  return (
    payer && {
      userId: payer.userId,
      icon: 'credit-card',
      body: `Your bank asks you to confirm the payment for ${payer.whose}.`,
      action: { text: 'Confirm the payment', url: payer.settings('subscription') },
      creatorId: null,
    }
  )
}
