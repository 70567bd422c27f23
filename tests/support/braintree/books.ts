/** The state of the stand-in for Braintree. Amounts are minor units, dates 'yyyy-mm-dd'. */
export type Method = {
  token: string
  customerId: string
  isDefault: boolean
  wallet: boolean
}

export type Discount = {
  id: string
  name: string
  minor: number
  neverExpires: boolean
  cycles: number | null
  cycle: number
}

export type Plan = { id: string; name: string; months: number; currency: string; minor: number }

export type Transaction = {
  id: string
  type: 'sale' | 'credit'
  status: 'submitted_for_settlement' | 'processor_declined' | 'voided'
  minor: number
  currency: string
  createdAt: string
  planId: string | null
  subscriptionId: string | null
  customerId: string
  period: { from: string; to: string } | null
  discounts: { id: string; name: string; minor: number }[]
  refundIds: string[]
}

export type Status = 'Pending' | 'Active' | 'Past Due' | 'Canceled' | 'Expired'

export type Subscription = {
  id: string
  token: string
  planId: string
  minor: number
  status: Status
  createdAt: string
  updatedAt: string
  firstBillingDate: string
  from: string | null
  to: string | null
  nextBillingDate: string
  cycle: number
  cycles: number | null
  neverExpires: boolean
  balanceMinor: number
  discounts: Discount[]
  history: { status: Status; timestamp: string }[]
}

export type Customer = { id: string; company: string | null; lastName: string | null; createdAt: string }

export type Books = {
  now: () => Date
  /** Whether the bank declines what is charged. */
  declines: boolean
  customers: Map<string, Customer>
  methods: Map<string, Method>
  plans: Map<string, Plan>
  /** Of the control panel. */
  discounts: Map<string, Discount>
  subscriptions: Map<string, Subscription>
  transactions: Transaction[]
  /** Tells of a subscription, as a webhook does. */
  tell: (kind: string, subscription: Subscription) => void
}

export const today = (books: Books): string => books.now().toISOString().slice(0, 10)

const day = 24 * 60 * 60 * 1000

export const plusDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 10)

export const plusMonths = (date: string, months: number): string => {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(dayOfMonth, last))).toISOString().slice(0, 10)
}

export const days = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / day
