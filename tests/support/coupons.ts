import { ProviderAway } from '#api/adapters/payment/payment-provider.ts'
import type { Env } from '#api/env/env.ts'
import type { DiscountTerms } from '#schemas/events/discount.ts'
import { startAppOver } from './app.ts'
import { memoryPorts } from './in-memory/ports.ts'

/** A coupon of 10 % for three months; `changes` replace parts of it. */
export const couponOf = (code: string, changes: Partial<DiscountTerms> = {}): DiscountTerms => {
  const percent = { percentOff: 10, amountMinor: null, currency: null, duration: 'repeating', months: 3 } as const
  return { source: 'coupon', couponId: `id-of-${code}`, code, ...percent, ...changes }
}

/** The API over a payment provider that has these coupons, and answers nothing else. */
export const startAppWithCoupons = (coupons: readonly DiscountTerms[], env: Partial<Env>) => {
  const payments = {
    name: 'sandbox' as const,
    coupon: async (asked: string) => coupons.find(({ code }) => code === asked) ?? null,
    quote: () => Promise.reject(new ProviderAway('Nobody asks for a quote')),
    clientToken: async () => null,
  }
  return startAppOver(async (given) => ({ ...(await memoryPorts(given)), payments }), { env })
}
