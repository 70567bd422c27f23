import { invalidRequest } from './errors.ts'

/** The values of a form: texts, lists and maps of them. */
export type FormValue = string | FormValue[] | { [key: string]: FormValue }

type Draft = { [key: string]: string | Draft }

const mostLevels = 8

/** `items[0][price]` is items, 0, price. */
const pathOf = (name: string): string[] => {
  const [, head = '', tail = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? []
  if (head === '') throw invalidRequest(`Invalid parameter name: ${name}`, { param: name })
  return [head, ...tail.split(/[[\]]/).filter((_, at) => at % 2 === 1)]
}

const put = (draft: Draft, path: readonly string[], value: string, name: string): void => {
  let at = draft
  for (const [depth, given] of path.entries()) {
    // `expand[]=a&expand[]=b` is a list in the order of the form.
    const key = given === '' ? String(Object.keys(at).length) : given
    if (depth === path.length - 1) {
      at[key] = value
      return
    }
    at[key] ??= Object.create(null) as Draft
    const next = at[key]
    if (typeof next === 'string') throw invalidRequest(`Invalid object: ${name}`, { param: name })
    at = next
  }
}

const isList = (keys: readonly string[]): boolean =>
  keys.length > 0 && keys.every((key) => /^\d{1,4}$/.test(key) && Number(key) < 1000)

const settle = (draft: string | Draft): FormValue => {
  if (typeof draft === 'string') return draft
  const keys = Object.keys(draft)
  if (isList(keys)) {
    const inOrder = keys.toSorted((one, other) => Number(one) - Number(other))
    return inOrder.map((key) => settle(draft[key] ?? ''))
  }
  return Object.fromEntries(keys.map((key) => [key, settle(draft[key] ?? '')]))
}

/**
 * Reads Stripe's form encoding: `a=1&items[0][price]=p&expand[]=x`.
 * @throws {ApiError} when a name is malformed, lies too deep, or is a text and a map at once
 */
export const parseForm = (text: string): { [key: string]: FormValue } => {
  const draft = Object.create(null) as Draft
  for (const [name, value] of new URLSearchParams(text)) {
    const path = pathOf(name)
    if (path.length > mostLevels) throw invalidRequest(`Invalid parameter name: ${name}`, { param: name })
    put(draft, path, value, name)
  }
  return Object.fromEntries(Object.keys(draft).map((key) => [key, settle(draft[key] ?? '')]))
}
