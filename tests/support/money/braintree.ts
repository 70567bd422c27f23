import type { Gateway } from '#api/adapters/payment/braintree-client.ts'
import { braintreeProvider } from '#api/adapters/payment/braintree-provider.ts'
import { braintreeQuestions } from '#api/adapters/payment/braintree-questions.ts'
import { type Books, days, plusDays, type Subscription, today } from '#tests/support/braintree/books.ts'
import { billDue } from '#tests/support/braintree/charging.ts'
import { type MoneyWorld, setForward } from './walk.ts'

const sum = (amounts: readonly { minor: number }[]): number => amounts.reduce((all, { minor }) => all + minor, 0)
const isCredit = ({ id }: { id: string }): boolean => id === 'unused-time'

/** Braintree's books in the terms of the walk: a day costs its part of the price, less what was taken off its period. */
export const braintreeMoney = (books: Books, gateway: Gateway): MoneyWorld => {
  let used = 0
  let roundings = 2
  const spreads = new Map<string, string>()
  const newest = (): Subscription | undefined => [...books.subscriptions.values()].at(-1)
  const perDay = (): { rate: number; left: number } => {
    const of = newest()
    if (of?.status !== 'Active' || !of.from || !of.to) return { rate: 0, left: 0 }
    const first = books.transactions.find((each) => each.subscriptionId === of.id && each.period?.from === of.from)
    const off = sum((first?.discounts ?? []).filter((each) => !isCredit(each)))
    const end = plusDays(of.to, 1)
    return { rate: Math.max(0, of.minor - off) / days(of.from, end), left: days(today(books), end) }
  }
  const sums: MoneyWorld['sums'] = async () => {
    const { discounts = [], balanceMinor = 0, id = '', minor = 0 } = newest() ?? {}
    const credit = discounts.find(isCredit)
    // Each time that a credit is spread over charges, and each change of price, is rounded.
    const spread = JSON.stringify([minor, credit?.minor, credit?.cycles, id])
    if (spreads.get('last') !== spread) roundings += 3 + ((credit?.cycles ?? 0) - (credit?.cycle ?? 0))
    spreads.set('last', spread)
    const charged = sum(
      books.transactions.filter(({ status, type }) => type === 'sale' && status !== 'processor_declined'),
    )
    const { rate, left } = perDay()
    const held = (credit ? credit.minor * Math.max(0, (credit.cycles ?? 0) - credit.cycle) : 0) - balanceMinor
    const back = sum(books.transactions.filter(({ type }) => type === 'credit'))
    return { charged: charged - back, held, used, ahead: rate * left, roundings }
  }
  return {
    provider: braintreeProvider(gateway),
    questions: braintreeQuestions(gateway, 'gbp'),
    sums,
    card: 'fake-valid-nonce',
    coupons: ['SPRING', 'ALWAYS'],
    pass: async (howMany) => {
      for (let day = 0; day < howMany; day += 1) {
        setForward(1)
        // The cost of the day is that before anything new happens.
        used += perDay().rate
        billDue(books)
      }
    },
  }
}
