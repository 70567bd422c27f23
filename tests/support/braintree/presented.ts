import type { Books, Customer, Discount, Method, Plan, Subscription, Transaction } from './books.ts'

const major = (minor: number): string => (minor / 100).toFixed(2)

export const presentDiscount = ({ id, name, minor, neverExpires, cycles, cycle }: Discount) => ({
  id,
  name,
  kind: 'discount',
  amount: major(minor),
  quantity: 1,
  neverExpires,
  numberOfBillingCycles: cycles,
  currentBillingCycle: cycle,
})

export const presentPlan = ({ id, name, months, currency, minor }: Plan) => ({
  id,
  name,
  billingFrequency: months,
  currencyIsoCode: currency,
  price: major(minor),
  numberOfBillingCycles: null,
  addOns: [],
  discounts: [],
})

export const presentTransaction = (transaction: Transaction) => {
  const { id, type, status, minor, currency, createdAt, planId, subscriptionId, customerId, period } = transaction
  return {
    id,
    type,
    status,
    amount: major(minor),
    currencyIsoCode: currency,
    createdAt,
    updatedAt: createdAt,
    planId,
    subscriptionId,
    customer: { id: customerId },
    refundIds: transaction.refundIds,
    subscription: { billingPeriodStartDate: period?.from ?? null, billingPeriodEndDate: period?.to ?? null },
    discounts: transaction.discounts.map(({ minor: off, ...each }) => ({ ...each, amount: major(off), quantity: 1 })),
    processorResponseCode: status === 'processor_declined' ? '2000' : '1000',
    processorResponseText: status === 'processor_declined' ? 'Do Not Honor' : 'Approved',
    addOns: [],
    statusHistory: [],
    creditCard: {},
    billing: {},
    shipping: {},
  }
}

export const presentSubscription = (books: Books, subscription: Subscription) => {
  const { id, token, planId, minor, status, createdAt, updatedAt, history, cycle, cycles, neverExpires } = subscription
  const plan = books.plans.get(planId)
  return {
    id,
    paymentMethodToken: token,
    planId,
    price: major(minor),
    status,
    createdAt,
    updatedAt,
    neverExpires,
    currentBillingCycle: cycle,
    numberOfBillingCycles: cycles,
    balance: major(subscription.balanceMinor),
    firstBillingDate: subscription.firstBillingDate,
    nextBillingDate: subscription.nextBillingDate,
    billingPeriodStartDate: subscription.from,
    billingPeriodEndDate: subscription.to,
    merchantAccountId: plan?.currency ?? '',
    discounts: subscription.discounts.map(presentDiscount),
    addOns: [],
    statusHistory: history.map((each) => ({ ...each, price: major(minor), planId })),
    transactions: books.transactions
      .filter(({ subscriptionId, type }) => subscriptionId === id && type === 'sale')
      .reverse()
      .map(presentTransaction),
  }
}

export const presentMethod = (books: Books, { token, customerId, isDefault, wallet }: Method) => ({
  token,
  customerId,
  default: isDefault,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  ...(wallet
    ? { email: 'payer@example.com' }
    : {
        cardType: 'Visa',
        last4: '1881',
        expirationMonth: '12',
        expirationYear: '2030',
        bin: '401288',
        verifications: [],
      }),
  subscriptions: [...books.subscriptions.values()]
    .filter((each) => each.token === token)
    .map((each) => presentSubscription(books, each)),
})

export const presentCustomer = (books: Books, { id, company, lastName, createdAt }: Customer) => {
  const methods = [...books.methods.values()].filter(({ customerId }) => customerId === id)
  const of = (wallet: boolean) =>
    methods.filter((each) => each.wallet === wallet).map((each) => presentMethod(books, each))
  return {
    id,
    company,
    lastName,
    createdAt,
    updatedAt: createdAt,
    addresses: [],
    creditCards: of(false),
    paypalAccounts: of(true),
  }
}
