import type Stripe from 'stripe'
import { invalidRequest } from '../errors.ts'
import { integer, parameters, text } from '../parameters.ts'
import { route } from '../routes.ts'

const path = '/v1/customers/search'

const schema = parameters<Stripe.CustomerSearchParams>()({
  limit: integer.optional(),
  page: text.optional(),
  query: text,
})

/** `email:'a'` or `metadata['key']:'b'`, with either kind of quotes. */
const equality = /^(?:(email|name|phone)|metadata\[['"]([^'"]+)['"]\]):['"]([^'"]*)['"]$/

type Test = (customer: Stripe.Customer) => boolean

/** The equalities of Stripe's search language, joined by AND; letters count the same in either case. */
const testsOf = (query: string): Test[] =>
  query.split(/\s+AND\s+/).map((clause) => {
    const [found, field, key = '', value = ''] = equality.exec(clause.trim()) ?? []
    if (found === undefined) {
      throw invalidRequest(`We were unable to parse your search query: ${query}`, { param: 'query' })
    }
    return (customer) => {
      const text = field === undefined ? customer.metadata[key] : customer[field as 'email' | 'name' | 'phone']
      return (text ?? '').toLowerCase() === value.toLowerCase()
    }
  })

/** Stripe finds a customer within a minute of its making; here at once. */
export const customerSearchRoutes = [
  route('GET', path, schema, ({ store }, { query, limit = 10, page }) => {
    const tests = testsOf(query)
    const customers = store.list<Stripe.Customer>('customer', { livemode: false })
    const found = customers.filter((customer) => tests.every((test) => test(customer)))
    const start = page === undefined ? 0 : Number(page)
    const isMore = found.length > start + limit
    const data = found.slice(start, start + limit)
    return {
      object: 'search_result',
      data,
      has_more: isMore,
      next_page: isMore ? String(start + limit) : null,
      url: path,
    }
  }),
]
