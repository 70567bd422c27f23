import { asList, resource } from '#api/http/answer.ts'
import { csv, prefersCsv } from '#api/http/csv.ts'
import { type Route, route } from '#api/http/route.ts'
import { presentNumbers } from '#api/presenters/compliance.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import { inTreeOrder } from '#schemas/records/category-tree.ts'
import {
  type ComplianceQuery,
  type ComplianceRow,
  complianceSummary,
  listCompliance,
  ComplianceQuery as Query,
  siteCompliance,
} from '#schemas/resources/compliance.ts'
import { type Clock, dayOf, showDate } from '#schemas/time/dates.ts'

const header = [
  'client',
  'site',
  'postcode',
  'site id',
  'category',
  'state',
  'expires',
  'days',
  'file',
  'file id',
  'reason',
] as const

/** The lines of a site, one for each cell, in the order of the header. */
const linesOf = ({ client, site, cells }: ComplianceRow, categories: ReadonlyMap<string, string>): string[][] =>
  cells.map(({ category_id, state, expires_at, days, file, exemption }) => [
    client.name,
    site.name,
    site.postcode ?? '',
    site.id,
    categories.get(category_id) ?? '',
    state,
    expires_at ?? '',
    days === null ? '' : String(days),
    file?.name ?? '',
    file?.id ?? '',
    exemption?.reason ?? '',
  ])

/** What is required of sites, and whether they have it on the day of the clock (D-122). */
export const complianceRoutes = (
  { facilities: { compliance }, records: { categories, sites } }: ReadModels,
  clock: Clock,
): Route[] => [
  route(listCompliance, async ({ actor: { scope }, query, request }) => {
    const day = dayOf(clock)
    const pageOf = (asked: ComplianceQuery) => compliance.compliance(scope, day, asked)
    if (!prefersCsv(request)) return asList(await pageOf(query))
    const whole: ComplianceQuery = { ...query, ...Query.pick({ limit: true, cursor: true }).parse({}) }
    const first = await pageOf(whole)
    const names = new Map(inTreeOrder(categories.tree(scope.teamId)).map(({ node }) => [node.id, node.name]))
    const pages = async function* () {
      for (let page = first; ; page = await pageOf({ ...whole, cursor: page.next })) {
        yield page.rows.flatMap((row) => linesOf(row, names))
        if (page.next === null) return
      }
    }
    return csv('compliance.csv', header, pages())
  }),

  route(complianceSummary, async ({ actor: { scope }, query }) => {
    const day = dayOf(clock)
    const { by, ...total } = await compliance.complianceCounts(scope, day, query)
    const parts = by?.map(({ id, name, ...numbers }) => ({ id, name, ...presentNumbers(numbers) }))
    return resource({ today: showDate(day), ...presentNumbers(total), ...(parts && { by: parts }) })
  }),

  route(siteCompliance, async ({ actor: { scope }, params: { id } }) => {
    orNotFound(sites.one(scope, id))
    const day = dayOf(clock)
    const { rows } = await compliance.compliance(scope, day, Query.parse({ site: id }))
    return resource(orNotFound(rows[0]))
  }),
]
