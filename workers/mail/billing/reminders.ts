import { billingDecider } from '#api/domain/billing/billing.ts'
import { liveSubscription } from '#api/domain/billing/state.ts'
import { load } from '#api/event-store/handle-command.ts'
import { billingStream } from '#api/event-store/streams.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { Mail, Notice, TextTools } from '../message.ts'
import { payerOf } from './payer.ts'
import { day, month, planName, price } from './words.ts'

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
