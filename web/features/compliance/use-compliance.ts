import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { compliantOf } from '#schemas/records/cell-states.ts'
import { complianceSummary, listCompliance } from '#schemas/resources/compliance.ts'
import { statesIn } from '#web/features/compliance/cell-states.ts'
import { useListAddress } from '#web/lib/list-address.ts'
import { listQuery, oneQuery } from '#web/lib/queries.ts'

/** A required category, and how many sites it is required of, and of how many of them nothing is to do. */
export type RequiredCategory = { id: string; name: string; required: number; compliant: number }

/** The orders of the sites; the first is that of an address which names none. */
export const orders = { worst: 'Most to do first', name: 'By site', client: 'By client' }
const isOrder = (sort = ''): sort is keyof typeof orders => Object.hasOwn(orders, sort)

/** Whose sites are shown: those of one client, one site, or all. */
export type CompliancePlace = { client?: string | undefined; site?: string | undefined }

/** The sites of a place as the address narrows and sorts them, with the numbers of all of them. */
export const useCompliance = (place: CompliancePlace) => {
  const { address, change } = useListAddress()
  const client = place.client ?? (place.site ? undefined : address.client)
  const chosen = statesIn(address.state)
  const sort = isOrder(address.sort) ? address.sort : 'worst'
  const by = {
    sort,
    ...(client ? { client } : {}),
    ...(place.site ? { site: place.site } : {}),
    ...(chosen.length > 0 ? { state: chosen.join(',') } : {}),
  }
  const summary = useQuery({
    ...oneQuery(complianceSummary, undefined, { by: 'category', ...(client ? { client } : {}) }),
    placeholderData: keepPreviousData,
  })
  const categories = summary.data?.by?.flatMap(({ id, name, required, ...counts }) =>
    required > 0 ? { id, name, required, compliant: compliantOf(counts) } : [],
  )
  return { query: listQuery(listCompliance, undefined, by), by, summary, categories, chosen, sort, change }
}
