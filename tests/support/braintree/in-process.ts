import type { Gateway } from '#api/adapters/payment/braintree-client.ts'
import type { Books } from './books.ts'
import { attach, plan, refund } from './calls.ts'
import {
  presentCustomer,
  presentDiscount,
  presentMethod,
  presentPlan,
  presentSubscription,
  presentTransaction,
} from './presented.ts'
import { Refused } from './refusals.ts'
import { cancelSubscription, createSubscription, updateSubscription } from './subscription-calls.ts'

/** Parameters as the SDK sends them: small letters and underscores, and what is undefined left out. */
const sent = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(sent)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  return Object.fromEntries(
    entries.map(([name, each]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), sent(each)]),
  )
}

const found = <T>(thing: T | undefined): T => {
  if (thing === undefined) throw Object.assign(new Error('Not found'), { name: 'notFoundError', type: 'notFoundError' })
  return thing
}

/** The stand-in for Braintree without sockets, SDK and XML, for what orders and questions call. */
export const inProcess = (books: Books): Gateway => {
  // biome-ignore lint/suspicious/noExplicitAny: parameters of many calls, which the stand-in checks
  type Any = any
  const answer = (name: string, act: () => object) => {
    try {
      return { success: true, [name]: act() }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return { success: false, message: error.message, errors: { deepErrors: () => [] } }
    }
  }
  const shown = (id: string) => presentSubscription(books, found(books.subscriptions.get(id)))
  const gateway = {
    plan: {
      find: async (id: string) => presentPlan(found(books.plans.get(id))),
      all: async () => [...books.plans.values()].map(presentPlan),
      create: async (request: Any) => answer('plan', () => presentPlan(plan(books, sent(request)))),
    },
    customer: {
      find: async (id: string) => presentCustomer(books, found(books.customers.get(id))),
      create: async ({ id, company }: Any) => {
        books.customers.set(id, { id, company, lastName: null, createdAt: books.now().toISOString() })
        return { success: true }
      },
      update: async (id: string, { lastName }: Any) => {
        Object.assign(found(books.customers.get(id)), { lastName })
        return { success: true }
      },
    },
    paymentMethod: {
      find: async (token: string) => presentMethod(books, found(books.methods.get(token))),
      create: async (request: Any) => answer('paymentMethod', () => attach(books, sent(request))),
    },
    subscription: {
      find: async (id: string) => shown(id),
      create: async (request: Any) =>
        answer('subscription', () => shown(createSubscription(books, sent(request) as object).id)),
      update: async (id: string, request: Any) =>
        answer('subscription', () => {
          updateSubscription(books, found(books.subscriptions.get(id)), sent(request) as object)
          return shown(id)
        }),
      cancel: async (id: string) =>
        answer('subscription', () => cancelSubscription(books, found(books.subscriptions.get(id)))),
    },
    discount: { all: async () => [...books.discounts.values()].map(presentDiscount) },
    transaction: {
      find: async (id: string) => presentTransaction(found(books.transactions.find((each) => each.id === id))),
      refund: async (id: string, amount: string) => presentTransaction(refund(books, id, amount)),
    },
  }
  return gateway as unknown as Gateway
}
