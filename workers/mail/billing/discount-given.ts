import { billingStream } from '#api/event-store/streams.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { Mail, TextTools } from '../message.ts'
import { payerOf } from './payer.ts'
import { discountWords } from './words.ts'

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
