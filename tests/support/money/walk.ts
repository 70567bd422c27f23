import { vi } from 'vitest'
import type { PaymentProvider } from '#api/adapters/payment/payment-provider.ts'
import type { PaymentQuestions, Quote, Wished } from '#api/adapters/payment/payment-questions.ts'
import { settledWhen } from '#api/domain/billing/settled-when.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import type { PayerTax, ProviderSubscription } from '#schemas/billing/provider-snapshot.ts'
import type { OrderedPlan } from '#schemas/events/billing-order.ts'
import type { DiscountTerms } from '#schemas/events/discount.ts'
import { newBillingOrderId, orderedPlan } from '#tests/support/billing.ts'
import { newTeamId } from '#tests/support/new-ids.ts'

/** Sets the clock of the test forward, which the provider's clock follows. */
export const setForward = (days: number): void => void vi.setSystemTime(Date.now() + days * 86_400_000)

/**
 * The books of a provider, in minor units with VAT: what was charged less what was paid back, the credit that is
 * held, what the time cost that was used, and what the time costs that is paid for and is still to come.
 */
export type Sums = { charged: number; held: number; used: number; ahead: number; roundings: number }

export type MoneyWorld = {
  provider: PaymentProvider
  questions: PaymentQuestions
  card: string
  /** Codes of coupons that can be redeemed. */
  coupons: readonly string[]
  /** Lets days pass, and everything happen that is due by then. */
  pass: (days: number) => Promise<void>
  sums: () => Promise<Sums>
}

const plans: readonly OrderedPlan[] = [
  orderedPlan('starter'),
  orderedPlan('business', { unitMinor: 7900 }),
  orderedPlan('starter-yearly', { unitMinor: 19_000, interval: 'yearly' }),
  orderedPlan('business-yearly', { unitMinor: 79_000, interval: 'yearly' }),
]

const tax: PayerTax = { rate: 20, country: 'GB', vat: 'charged', number: null }

/** One payer who does so many things in random order; each is told first, and compared with what came of it. */
export const walk = async (world: MoneyWorld, random: () => number, steps: number): Promise<string[]> => {
  const { provider, questions, coupons, pass, sums } = world
  const anyOf = <T>(these: readonly T[]): T => these[Math.floor(random() * these.length)] as T
  const attempt = () => ({ orderId: newBillingOrderId(), attempt: 1 })
  const billable: Billable = { kind: 'team', id: newTeamId() }
  const customerId = await provider.register(billable, 1)
  await provider.attach(customerId, world.card, attempt())
  const story: string[] = []
  const wrong: string[] = []
  let newest: string | null = null

  const live = async (): Promise<ProviderSubscription | undefined> => {
    const { subscriptions } = await provider.snapshot(customerId, newest)
    const going = subscriptions.find(({ status }) => status !== 'over')
    newest = going?.id ?? newest
    return going
  }
  const gift = (): DiscountTerms => ({
    source: 'operator',
    couponId: `gift-${story.length}-${billable.id}`,
    code: null,
    currency: null,
    percentOff: anyOf([10, 33, 50]),
    amountMinor: null,
    ...anyOf(lengths),
  })
  const compare = async (quote: Quote, before: Sums): Promise<void> => {
    const after = await sums()
    const charged = after.charged - before.charged
    if (Math.abs(quote.dueMinor - charged) > 0) wrong.push(`told ${quote.dueMinor}, charged ${charged}`)
    if (Math.abs(quote.creditMinor - after.held) > 1) wrong.push(`told credit ${quote.creditMinor}, held ${after.held}`)
  }
  const order = async (plan: OrderedPlan, coupon: string | null): Promise<void> => {
    const target = await live()
    const discount = coupon === null ? null : await questions.coupon(coupon)
    const settled = target ? settledWhen(target, plan) : 'now'
    const subscriptionId = target?.id ?? null
    const wished: Wished = {
      customerId,
      subscriptionId,
      plan,
      settled,
      trialEndsAt: null,
      tax,
      discount,
      before: newest,
    }
    const quote = await questions.quote(wished)
    const before = await sums()
    if (!target) {
      const of = { billable, customerId, plan, trialEndsAt: null, tax, coupon, discount, before: newest }
      await provider.subscribe(of, attempt())
    } else {
      if (discount) await provider.applyDiscount(target.id, discount, attempt())
      await provider.swap(target.id, plan, settled, attempt())
      const now = await live()
      if (now && now.endsAt !== null) await provider.resume(now.id, attempt())
    }
    await compare(quote, before)
  }
  const step = async (): Promise<void> => {
    const dice = random()
    const target = await live()
    if (!target || dice < 0.3) {
      const plan = anyOf(plans.filter(({ id }) => id !== target?.plan))
      const coupon = random() < 0.3 ? anyOf(coupons) : null
      story.push(`${target ? 'change to' : 'subscribe to'} ${plan.id}${coupon ? ` with ${coupon}` : ''}`)
      return order(plan, coupon)
    }
    if (dice < 0.4) {
      const terms = random() < 0.5 ? gift() : await questions.coupon(anyOf(coupons))
      story.push(`discount ${JSON.stringify(terms)}`)
      if (terms) await provider.applyDiscount(target.id, terms, attempt())
      return
    }
    if (dice < 0.5) {
      story.push(target.endsAt === null ? 'cancel' : 'resume')
      const { id } = target
      return target.endsAt === null ? provider.cancelAtEnd(id, attempt()) : provider.resume(id, attempt())
    }
    const days = dice < 0.95 ? 1 + Math.floor(random() * 20) : 100 + Math.floor(random() * 300)
    story.push(`${days} days`)
    await pass(days)
  }
  for (let done = 0; done < steps; done += 1) {
    await step()
    const { charged, held, used, ahead, roundings } = await sums()
    const off = charged - held - used - ahead
    if (Math.abs(off) > roundings) wrong.push(`charged ${charged}, held ${held}, used ${used}, ahead ${ahead}: ${off}`)
    if (wrong.length > 0) return [...story.slice(-12), ...wrong]
  }
  return []
}

const lengths = [
  { duration: 'once', months: null },
  { duration: 'repeating', months: 2 },
  { duration: 'forever', months: null },
] as const
