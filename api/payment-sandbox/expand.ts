import { invalidRequest } from './errors.ts'
import type { Store } from './store.ts'

type Fields = { [name: string]: unknown }

/** Fields that are only there when they are asked for, by kind of object. */
export type Includable = { [object: string]: { [field: string]: (object: never, store: Store) => unknown } }

const MAX_DEPTH = 4

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const cannot = (path: string) => invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })

/** A copy of the object with what the rest of a path names in place of its id. */
const expandPath = (
  store: Store,
  includable: Includable,
  value: unknown,
  path: readonly string[],
  whole: string,
): unknown => {
  if (value === null) return null
  if (Array.isArray(value)) return value.map((item) => expandPath(store, includable, item, path, whole))
  if (typeof value === 'string') {
    const found = store.findAny(value)
    if (found === undefined) throw cannot(whole)
    return expandPath(store, includable, found, path, whole)
  }
  const [field, ...rest] = path
  if (field === undefined) return value
  if (!isFields(value)) throw cannot(whole)
  const include = includable[String(value.object)]?.[field]
  const present = value[field]
  // An object that was expanded by another path stays as that path has left it.
  const inner = isFields(present) || include === undefined ? present : include(value as never, store)
  if (inner === undefined) throw cannot(whole)
  if (rest.length === 0 && inner !== null && include === undefined && typeof inner !== 'string' && !refers(inner)) {
    throw cannot(whole)
  }
  return { ...value, [field]: expandPath(store, includable, inner, rest, whole) }
}

/** Whether a value is an object of its own, or a list of ids. */
const refers = (value: unknown): boolean => Array.isArray(value) || (isFields(value) && 'object' in value)

/**
 * The answer with the objects that the call wants to see in place of their ids.
 * @param paths such as `latest_invoice.payments`, or `data.customer` for a list
 * @throws {ApiError} when one of them cannot be expanded
 */
export const expand = <T>(store: Store, includable: Includable, answer: T, paths: readonly string[] = []): T => {
  let expanded: unknown = answer
  for (const path of paths) {
    const fields = path.split('.')
    const depth = fields[0] === 'data' ? fields.length - 1 : fields.length
    if (depth > MAX_DEPTH) {
      throw invalidRequest(`You cannot expand more than ${MAX_DEPTH} levels of a property.`, { param: 'expand' })
    }
    expanded = expandPath(store, includable, expanded, fields, path)
  }
  return expanded as T
}
