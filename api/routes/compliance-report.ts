import { reportInThread } from '#api/adapters/pdf/report-in-thread.ts'
import { invalidField } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { numbersOf } from '#api/presenters/compliance.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import { inTreeOrder } from '#schemas/records/category-tree.ts'
import { mostReported } from '#schemas/records/requirement.ts'
import { complianceReport } from '#schemas/resources/compliance.ts'
import { longTime, today } from '#schemas/time/dates.ts'

const tooMany = `A report has ${mostReported} sites at most. Please choose a client.`

/** What is required of sites, and whether they have it, on paper. */
export const complianceReportRoutes = (
  { directory: { teams }, facilities: { compliance }, records: { categories, clients, sites } }: ReadModels,
  timeZone: string,
): Route[] => [
  route(complianceReport, async ({ actor: { scope }, query: { client, site } }) => {
    const parts = [
      ...(client === undefined ? [] : [orNotFound(clients.one(scope, client)).name]),
      ...(site === undefined ? [] : [orNotFound(sites.one(scope, site)).name]),
    ]
    const now = new Date()
    const day = today(now, timeZone)
    const { rows, total } = await compliance.compliance(scope, day, {
      client,
      site,
      sort: 'client',
      limit: mostReported,
    })
    if (total > mostReported) throw invalidField('client', tooMany)
    const report = {
      team: orNotFound(teams.team(scope.teamId)).name,
      part: parts.join(' · ') || null,
      at: longTime(now.toISOString(), timeZone),
      numbers: numbersOf(rows),
      categories: inTreeOrder(categories.tree(scope.teamId)).map(({ node: { id, name } }) => ({ id, name })),
      clients: [...Map.groupBy(rows, (row) => row.client.id).values()].map((own) => ({
        name: own[0]?.client.name ?? '',
        numbers: numbersOf(own),
        rows: own,
      })),
    }
    const bytes = await reportInThread({ kind: 'compliance', report })
    const name = `compliance-${day}.pdf`
    return { kind: 'content', bytes, type: 'application/pdf', disposition: 'attachment', name }
  }),
]
