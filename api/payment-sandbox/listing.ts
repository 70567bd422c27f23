import { invalidRequest } from './errors.ts'
import type { Entity } from './store.ts'

export type Page<T> = { object: 'list'; data: T[]; has_more: boolean; url: string }

export type Paging = {
  limit?: number | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
}

const placeOf = (all: readonly Entity[], id: string, param: string): number => {
  const at = all.findIndex((entity) => entity.id === id)
  if (at < 0) throw invalidRequest(`No such object: '${id}'`, { code: 'resource_missing', param })
  return at
}

/**
 * One page of a list.
 * @param all newest first
 * @throws {ApiError} when the limit is not from 1 to 100, or an object to go on from is not in the list
 */
export const pageOf = <T extends Entity>(all: readonly T[], paging: Paging, url: string): Page<T> => {
  const { limit = 10, starting_after: after, ending_before: before } = paging
  if (limit < 1 || limit > 100) {
    throw invalidRequest(
      `This value must be ${limit < 1 ? 'greater than or equal to 1' : 'less than or equal to 100'}.`,
      {
        code: 'parameter_invalid_integer',
        param: 'limit',
      },
    )
  }
  if (after !== undefined && before !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: ending_before, starting_after.')
  }
  if (before !== undefined) {
    const end = placeOf(all, before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { object: 'list', data: all.slice(start, end), has_more: start > 0, url }
  }
  const start = after === undefined ? 0 : placeOf(all, after, 'starting_after') + 1
  return { object: 'list', data: all.slice(start, start + limit), has_more: all.length > start + limit, url }
}
