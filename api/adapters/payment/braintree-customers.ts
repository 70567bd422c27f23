import type braintree from 'braintree'
import { Billable } from '#schemas/billing/billable.ts'
import type { PayerTax } from '#schemas/billing/provider-snapshot.ts'
import type { Gateway } from './braintree-client.ts'
import { PaymentRefused } from './payment-provider.ts'

/** The wallet or the card of a customer. */
export type Method = braintree.CreditCard | braintree.PayPalAccount

/**
 * How a customer is taxed. Braintree has no taxes, so prices there are with VAT, and its part in them stands on the
 * customer. `before` is the percentage that prices may still have while they are changed.
 */
export type KnownTax = { rate: number; before: number | null; reverseCharge: boolean; country: string | null }

const untaxed: KnownTax = { rate: 0, before: null, reverseCharge: false, country: null }

/** Names of teams and people do not go to Braintree: the field for the company says what kind of customer it is. */
export const kindField = ({ kind }: Billable) => ({ company: kind })

/** The field for the family name says how the customer is taxed: 'VAT GB 20 %, before 0 %'. */
export const taxField = ({ rate, before, reverseCharge, country }: KnownTax) => ({
  lastName: `VAT ${country === null ? '' : `${country} `}${rate} %${reverseCharge ? ', reverse charge' : ''}${before === null ? '' : `, before ${before} %`}`,
})

const taxPattern = /^VAT (?:([A-Z]{2}) )?([\d.]+) %(, reverse charge)?(?:, before ([\d.]+) %)?$/

export const taxOf = ({ lastName }: Pick<braintree.Customer, 'lastName'>): KnownTax => {
  const [, country, rate, reverse, before] = taxPattern.exec(lastName ?? '') ?? []
  if (rate === undefined) return untaxed
  return {
    rate: Number(rate),
    before: before === undefined ? null : Number(before),
    reverseCharge: reverse !== undefined,
    country: country ?? null,
  }
}

/** Whose a customer is; null for one that this product did not register. */
export const billableOf = ({ id, company }: Pick<braintree.Customer, 'id' | 'company'>): Billable | null =>
  Billable.safeParse({ kind: company, id }).data ?? null

export const methodsOf = ({ creditCards = [], paypalAccounts = [] }: braintree.Customer): Method[] => [
  ...creditCards,
  ...paypalAccounts,
]

export const subscriptionsOf = (customer: braintree.Customer): braintree.Subscription[] =>
  methodsOf(customer)
    .flatMap(({ subscriptions = [] }) => subscriptions)
    .sort((left, right) => (left.createdAt < right.createdAt ? -1 : 1))

/** The method that is charged. Throws PaymentRefused where there is none. */
export const defaultMethod = (customer: braintree.Customer): Method => {
  const method = methodsOf(customer).find((each) => each.default)
  if (!method) throw new PaymentRefused('card_missing', 'Please give a card to pay with.')
  return method
}

/** Whose a subscription is; Braintree tells it of the method that pays. */
export const customerOf = async (
  gateway: Gateway,
  { paymentMethodToken: token }: Pick<braintree.Subscription, 'paymentMethodToken'>,
): Promise<braintree.Customer> => {
  const { customerId } = (await gateway.paymentMethod.find(token)) as Method
  return gateway.customer.find(customerId)
}

/** A price with VAT in minor units, rounded half up. */
export const withTax = (netMinor: number, rate: number): number => Math.round((netMinor * (100 + rate)) / 100)

/** The part of an amount with VAT that is not VAT. */
export const withoutTax = (minor: number, rate: number): number => Math.round((minor * 100) / (100 + rate))

/** Percentages that a price may be with: `netMinor` tells which where it is the price without. */
export const rateIn = (minor: number, netMinor: number, { rate, before }: KnownTax): number =>
  before !== null && withTax(netMinor, rate) !== minor && withTax(netMinor, before) === minor ? before : rate

/** The tax that an address asks for, in the words of a customer. */
export const wantedTax = ({ rate, vat, country }: PayerTax): KnownTax => ({
  rate,
  before: null,
  reverseCharge: vat === 'reverse-charge',
  country,
})
