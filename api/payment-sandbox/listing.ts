import { invalidRequest } from './errors.ts'
import type { Filter } from './query.ts'
import type { Entity, Store } from './store.ts'

export type Page<T> = { object: 'list'; data: T[]; has_more: boolean; url: string }

export type Paging = {
  limit?: number | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
}

/** @throws {ApiError} when the limit is not from 1 to 100, or both directions are asked for */
const checkPaging = ({ limit = 10, starting_after: after, ending_before: before }: Paging): number => {
  if (limit < 1 || limit > 100) {
    const bound = limit < 1 ? 'greater than or equal to 1' : 'less than or equal to 100'
    throw invalidRequest(`This value must be ${bound}.`, { code: 'parameter_invalid_integer', param: 'limit' })
  }
  if (after !== undefined && before !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: ending_before, starting_after.')
  }
  return limit
}

const noSuchPlace = (id: string, param: string): Error =>
  invalidRequest(`No such object: '${id}'`, { code: 'resource_missing', param })

/**
 * One page of the objects of a kind, newest first.
 * @param since only what was created at this second or later
 * @throws {ApiError} when the limit is not from 1 to 100, or an object to go on from is not there
 */
export const listPage = <T extends Entity>(
  store: Store,
  object: T['object'],
  paging: Paging,
  url: string,
  filter: Filter = {},
  since?: number,
): Page<T> => {
  const limit = checkPaging(paging)
  const { starting_after: after, ending_before: before } = paging
  for (const [param, id] of Object.entries({ starting_after: after, ending_before: before })) {
    if (id !== undefined && store.findAny(id)?.object !== object) throw noSuchPlace(id, param)
  }
  const found = store.list<T>(object, filter, { limit: limit + 1, after, before, since })
  const data = found.length > limit ? (before === undefined ? found.slice(0, limit) : found.slice(1)) : found
  return { object: 'list', data, has_more: found.length > limit, url }
}

/**
 * One page of a list that is a part of an object.
 * @throws {ApiError} as `listPage`
 */
export const pageOf = <T extends { id: string }>(all: readonly T[], paging: Paging, url: string): Page<T> => {
  const limit = checkPaging(paging)
  const { starting_after: after, ending_before: before } = paging
  const placeOf = (id: string, param: string): number => {
    const at = all.findIndex((item) => item.id === id)
    if (at < 0) throw noSuchPlace(id, param)
    return at
  }
  const end = before === undefined ? all.length : placeOf(before, 'ending_before')
  const start = after === undefined ? 0 : placeOf(after, 'starting_after') + 1
  const data = before === undefined ? all.slice(start, start + limit) : all.slice(Math.max(0, end - limit), end)
  return { object: 'list', data, has_more: end - start > limit, url }
}
