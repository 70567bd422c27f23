import { type Books, type Method, type Transaction, today } from './books.ts'
import {
  presentCustomer,
  presentDiscount,
  presentMethod,
  presentPlan,
  presentSubscription,
  presentTransaction,
} from './presented.ts'
import { declined, invalid, onlyKnown } from './refusals.ts'
import { cancelSubscription, createSubscription, retryCharge, updateSubscription } from './subscription-calls.ts'
import { xml } from './xml.ts'

// biome-ignore lint/suspicious/noExplicitAny: bodies of many calls, which each check their own parameters
type Body = any

class NotFound extends Error {}

const found = <T>(thing: T | undefined): T => {
  if (thing === undefined) throw new NotFound()
  return thing
}

export const attach = (
  books: Books,
  { customer_id: customerId, payment_method_nonce: nonce, token, options, ...rest }: Body,
): Method => {
  onlyKnown(rest)
  onlyKnown(options, 'make_default', 'verify_card')
  found(books.customers.get(customerId))
  if (books.methods.has(token)) throw invalid('credit-card', 'token', '91719', 'Token is already in use.')
  if (nonce === 'fake-consumed-nonce') {
    throw invalid('credit-card', 'payment_method_nonce', '91731', 'Cannot use a paymentMethodNonce more than once.')
  }
  if (nonce === 'fake-processor-declined-visa-nonce') throw declined('verification')
  const wallet = nonce === 'fake-paypal-billing-agreement-nonce'
  if (!wallet && nonce !== 'fake-valid-nonce') {
    throw invalid('credit-card', 'payment_method_nonce', '91732', 'Unknown or expired payment_method_nonce.')
  }
  for (const each of books.methods.values()) if (each.customerId === customerId) each.isDefault = false
  const method = { token, customerId, isDefault: true, wallet }
  books.methods.set(token, method)
  return method
}

const methodXml = (books: Books, method: Method): string =>
  xml(method.wallet ? 'paypal-account' : 'credit-card', presentMethod(books, method))

const page = (root: string, list: string, bodies: readonly object[]): string =>
  `<${root} type="collection"><current-page-number type="integer">1</current-page-number><page-size type="integer">50</page-size><total-items type="integer">${bodies.length}</total-items>${bodies.map((each) => xml(list, each)).join('')}</${root}>`

const searched = (ids: readonly string[]): string =>
  `<search-results><page-size type="integer">50</page-size><ids type="array">${ids.map((id) => xml('item', id)).join('')}</ids></search-results>`

export const plan = (
  books: Books,
  { id, name, price, currency_iso_code: currency, billing_frequency: months, ...rest }: Body,
) => {
  onlyKnown(rest, 'never_expires')
  const made = { id, name, currency, months, minor: Math.round(Number(price) * 100) }
  books.plans.set(id, made)
  return made
}

/** Pays a charge back, or a part of it. */
export const refund = (books: Books, id: string, amount: string | undefined): Transaction => {
  const paid = found(books.transactions.find((each) => each.id === id))
  const minor = amount ? Math.round(Number(amount) * 100) : paid.minor
  const back = { ...paid, id: `re${books.transactions.length}`, type: 'credit' as const, minor, refundIds: [] }
  books.transactions.push({ ...back, createdAt: books.now().toISOString() })
  paid.refundIds.push(back.id)
  return back
}

const customers: Record<string, (books: Books, id: string, body: Body) => string> = {
  'POST customers': (books, _, { customer: { id, company = null, last_name: lastName = null, ...rest } }) => {
    onlyKnown(rest)
    if (books.customers.has(id)) throw invalid('customer', 'id', '91609', 'Customer ID has already been taken.')
    const customer = { id, company, lastName, createdAt: books.now().toISOString() }
    books.customers.set(id, customer)
    return xml('customer', presentCustomer(books, customer))
  },
  'GET customers/*': (books, id) => xml('customer', presentCustomer(books, found(books.customers.get(id)))),
  'PUT customers/*': (books, id, { customer: { last_name: lastName, ...rest } }) => {
    onlyKnown(rest)
    const customer = found(books.customers.get(id))
    Object.assign(customer, { lastName })
    return xml('customer', presentCustomer(books, customer))
  },
  'POST customers/advanced_search_ids': (books) => searched([...books.customers.keys()]),
  'POST customers/advanced_search': (books) =>
    page(
      'customers',
      'customer',
      [...books.customers.values()].map((each) => presentCustomer(books, each)),
    ),
  'POST payment_methods': (books, _, { payment_method: body }) => methodXml(books, attach(books, body)),
  'GET payment_methods/any/*': (books, token) => methodXml(books, found(books.methods.get(token))),
  'DELETE payment_methods/any/*': (books, token) => {
    books.methods.delete(found(books.methods.get(token)).token)
    const goesOn = [...books.subscriptions.values()].filter(({ status }) => !['Canceled', 'Expired'].includes(status))
    for (const each of goesOn.filter((on) => on.token === token)) cancelSubscription(books, each)
    return ''
  },
}

const subscriptions: typeof customers = {
  'POST subscriptions': (books, _, { subscription }) =>
    xml('subscription', presentSubscription(books, createSubscription(books, subscription))),
  'GET subscriptions/*': (books, id) =>
    xml('subscription', presentSubscription(books, found(books.subscriptions.get(id)))),
  'PUT subscriptions/*': (books, id, { subscription }) =>
    xml(
      'subscription',
      presentSubscription(books, updateSubscription(books, found(books.subscriptions.get(id)), subscription)),
    ),
  'PUT subscriptions/*/cancel': (books, id) =>
    xml('subscription', presentSubscription(books, cancelSubscription(books, found(books.subscriptions.get(id))))),
}

const others: typeof customers = {
  'GET plans': (books) => xml('plans', [...books.plans.values()].map(presentPlan)),
  'GET plans/*': (books, id) => xml('plan', presentPlan(found(books.plans.get(id)))),
  'POST plans': (books, _, body) => xml('plan', presentPlan(plan(books, body.plan))),
  'PUT plans/*': (books, id, body) => xml('plan', presentPlan(plan(books, { ...body.plan, id }))),
  'GET discounts': (books) => xml('discounts', [...books.discounts.values()].map(presentDiscount)),
  'POST client_token': () => xml('client-token', { value: Buffer.from('{"version":2}').toString('base64') }),
  'GET transactions/*': (books, id) => {
    const transaction = found(books.transactions.find((each) => each.id === id))
    return xml('transaction', presentTransaction(transaction))
  },
  'POST transactions': (books, _, { transaction: { subscription_id: id, type, options, ...rest } }) => {
    onlyKnown(rest)
    onlyKnown(options, 'submit_for_settlement')
    if (type !== 'sale') throw new Error('Only sales are made')
    return xml('transaction', presentTransaction(retryCharge(books, found(books.subscriptions.get(id)))))
  },
  'POST transactions/*/refund': (books, id, body) =>
    xml('transaction', presentTransaction(refund(books, id, body?.transaction?.amount))),
  'POST transactions/advanced_search_ids': (books, _, { search: { created_at: at } }) =>
    searched(
      books.transactions
        .filter(({ createdAt }) => createdAt >= (at?.min ?? ''))
        .map(({ id }) => id)
        .reverse(),
    ),
  'POST transactions/advanced_search': (books, _, { search: { ids } }) =>
    page(
      'credit-card-transactions',
      'transaction',
      books.transactions.filter(({ id }) => ids.includes(id)).map(presentTransaction),
    ),
}

const calls = { ...customers, ...subscriptions, ...others }

/** Answers a call as Braintree does: the status, and what it says in XML. Throws what no caller of ours should cause. */
export const answerOf = (books: Books, method: string, path: string, body: Body): { status: number; body: string } => {
  const parts = path.split('/').filter((part) => part !== '')
  for (const at of [undefined, 1, 2]) {
    const pattern = parts.map((part, index) => (index === at ? '*' : part)).join('/')
    const call = calls[`${method} ${pattern}`]
    if (!call) continue
    try {
      return {
        status: method === 'POST' ? 201 : 200,
        body: call(books, at === undefined ? '' : (parts[at] ?? ''), body),
      }
    } catch (error) {
      if (error instanceof NotFound) return { status: 404, body: '' }
      throw error
    }
  }
  throw new Error(`Braintree's stand-in knows no ${method} ${path} on ${today(books)}`)
}
