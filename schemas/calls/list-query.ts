import { z } from 'zod'
import { ClientId, SiteId } from '#schemas/ids.ts'
import { type ArrangedKind, nouns } from '#schemas/nouns.ts'
import { PageQuery } from './page.ts'
import type { Sort, SortColumn } from './sort-columns.ts'

/** The order of a noun's list. */
export const sortOf = <Kind extends ArrangedKind>(kind: Kind) => {
  const columns: readonly SortColumn<Kind>[] = nouns[kind].sorts
  const sorts: Sort<Kind>[] = [...columns, ...columns.map((column): Sort<Kind> => `-${column}`)]
  return z
    .enum(sorts as [Sort<Kind>, ...Sort<Kind>[]], `The sort must be one of ${sorts.join(', ')}.`)
    .optional()
    .meta({ description: 'The column to sort by; with a minus its greatest value comes first.' })
}

export const placeFilters = {
  client: ClientId.optional().meta({ description: 'Those of one client.' }),
  site: SiteId.optional().meta({ description: 'Those of one site.' }),
}

/** The query of a list of records on sites, if its noun has no further filters. */
export const listQueryOf = <Kind extends ArrangedKind>(kind: Kind) =>
  PageQuery.extend({ sort: sortOf(kind), ...placeFilters })
