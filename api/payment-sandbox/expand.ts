import { paymentsOf } from './billing/invoices.ts'
import { invalidRequest } from './errors.ts'
import type { Store } from './store.ts'
import { listOf } from './values.ts'

type Fields = { [name: string]: unknown }

const mostLevels = 4

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const cannot = (path: string) => invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })

/** A field of an object; the payments of an invoice are there only where somebody asks for them. */
const fieldOf = (store: Store, object: Fields, field: string): unknown =>
  object.object === 'invoice' && field === 'payments' && object.payments === undefined
    ? listOf(paymentsOf(store, object as never), `/v1/invoice_payments?invoice=${object.id}`)
    : object[field]

/** Whether a value can be asked for: an id, an object of its own, or a list of them. */
const isReference = (value: unknown): boolean =>
  value === null || typeof value === 'string' || Array.isArray(value) || (isFields(value) && 'object' in value)

/** A copy of the object with what the rest of a path names in place of its id. */
const expandPath = (store: Store, value: unknown, path: readonly string[], whole: string): unknown => {
  if (value === null) return null
  if (Array.isArray(value)) return value.map((item) => expandPath(store, item, path, whole))
  if (typeof value === 'string') {
    const found = store.findAny(value)
    if (found === undefined) throw cannot(whole)
    return expandPath(store, found, path, whole)
  }
  const [field, ...rest] = path
  if (field === undefined) return value
  if (!isFields(value)) throw cannot(whole)
  const inner = fieldOf(store, value, field)
  if (inner === undefined || (rest.length === 0 && !isReference(inner))) throw cannot(whole)
  return { ...value, [field]: expandPath(store, inner, rest, whole) }
}

/**
 * The answer with the objects that the call wants to see in place of their ids.
 * @param paths such as `latest_invoice.payments`, or `data.customer` for a list
 * @throws {ApiError} when one of them cannot be expanded
 */
export const expand = (store: Store, answer: object, paths: readonly string[]): unknown => {
  let expanded: unknown = answer
  for (const path of paths) {
    const fields = path.split('.')
    const depth = fields[0] === 'data' ? fields.length - 1 : fields.length
    if (depth > mostLevels) {
      throw invalidRequest(`You cannot expand more than ${mostLevels} levels of a property.`, { param: 'expand' })
    }
    expanded = expandPath(store, expanded, fields, path)
  }
  return expanded
}
