import type { HistoryQuery } from '#schemas/resources/history.ts'

const shapes = {
  resource: /^[a-z-]+$/,
  actor: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  via: /^[a-z-]+$/,
  from: /^\d{4}-\d\d-\d\d$/,
  to: /^\d{4}-\d\d-\d\d$/,
  text: /^.{1,100}$/su,
}

/** The filters of a history: a kind of record, a person, a way, days as ISO dates, and a text. */
export type HistoryFilters = { [Name in keyof typeof shapes]?: NonNullable<HistoryQuery[Name]> }

/** The filters of an address, so that they can be shared and outlive a reload; what cannot be one is left out. */
export const historyFiltersIn = (search: Record<string, unknown>): HistoryFilters =>
  Object.fromEntries(
    Object.entries(shapes).flatMap(([name, shape]) => {
      const text = String(search[name] ?? '')
      return shape.test(text) ? [[name, text]] : []
    }),
  ) as HistoryFilters
