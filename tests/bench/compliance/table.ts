// `node tests/bench/compliance/table.ts`: the table of compliance in the read model of 50,000 sites, with 12 categories that are
// required of all of them and two files of them on each site, beside the list of sites of the same file, in one process.

import { applyEvent } from '#projections/engine/projection.ts'
import { openForWriting } from '#projections/engine/read-db.ts'
import { complianceQueries } from '#projections/facilities/compliance.ts'
import { facilities } from '#projections/facilities/facilities.ts'
import { siteQueries } from '#projections/facilities/sites.ts'
import type { LedgerEvent, RecordedEvent } from '#schemas/events/registry.ts'
import type { CategoryId } from '#schemas/ids.ts'
import { ComplianceQuery } from '#schemas/resources/compliance.ts'
import { wholeTeam } from '#schemas/rights/scope.ts'
import { plusDays, today } from '#schemas/time/dates.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { detailsOf } from '#tests/support/details.ts'
import { newCategoryId, newClientId, newCommandId, newSiteId, newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { uploadedFile } from '#tests/support/uploaded-file.ts'

const clients = 10_000
const sites = 50_000
const teamId = newTeamId()
const scope = wholeTeam(teamId)
const day = today(new Date(), 'Europe/London')
const db = openForWriting(':memory:', facilities)
const metadata = { ...contextOf(teamId, newUserId()), version: 1 }

let position = 0
const apply = (event: LedgerEvent): void => {
  position += 1
  const place = { id: newCommandId(), position: String(position).padStart(20, '0'), revision: 0n, stream: 'bench' }
  applyEvent(facilities, db, { ...event, ...place, metadata } as RecordedEvent)
  db.run('UPDATE projection SET position = ?', place.position)
}

/** Milliseconds that some work takes. */
const taken = (work: () => unknown): number => {
  const begun = performance.now()
  work()
  return performance.now() - begun
}

const median = (times: readonly number[]): number => times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0
const print = (what: string, milliseconds: number): void =>
  void process.stdout.write(`${what}: ${milliseconds.toFixed(2)} ms\n`)

const categories = Array.from({ length: 12 }, () => newCategoryId())
for (const [at, categoryId] of categories.entries()) {
  const details = detailsOf.category({ name: `Category ${at}`, slug: `category-${at}` })
  apply({ type: 'CategoryAdded', data: { teamId, categoryId, parentId: null, index: at, ...details } } as LedgerEvent)
}
const clientIds = Array.from({ length: clients }, () => newClientId())
for (const [at, clientId] of clientIds.entries()) {
  apply({
    type: 'ClientAdded',
    data: { teamId, clientId, ...detailsOf.client({ name: `Client ${at}` }) },
  } as LedgerEvent)
}

const fileOn = (siteId: ReturnType<typeof newSiteId>, at: number, categoryIds: readonly CategoryId[]): LedgerEvent => {
  const clientId = clientIds[at % clients] ?? newClientId()
  const details = detailsOf.file({ name: 'Report', completed_at: day, expires_at: plusDays(day, (at % 400) - 100) })
  return {
    type: 'FileUploaded',
    data: uploadedFile({ teamId, clientId, siteId, categoryIds: [...categoryIds], ...details }),
  }
}
const siteIds = Array.from({ length: sites }, () => newSiteId())
db.run('BEGIN')
for (const [at, siteId] of siteIds.entries()) {
  const data = { teamId, siteId, clientId: clientIds[at % clients], ...detailsOf.site({ name: `Site ${at}` }) }
  apply({ type: 'SiteAdded', data } as LedgerEvent)
  for (const n of [at % 12, (at + 5) % 12]) apply(fileOn(siteId, at, categories.slice(n, n + 1)))
}
db.run('COMMIT')

const requirements = categories.map((categoryId) =>
  taken(() => apply({ type: 'CategoryRequired', data: { teamId, categoryId, requirement: { of: 'all' } } })),
)
print('a requirement of all sites', median(requirements))

const { compliance, complianceCounts } = complianceQueries(db)
const query = ComplianceQuery.parse({})
print(
  'the first page after a write, the worst first',
  taken(() => compliance(scope, day, query)),
)
const rounds = Array.from({ length: 20 })
const small = { ...query, limit: 50 }
const site = siteQueries(db)
for (const [what, limit] of [
  ['1,000', 1000],
  ['50', 50],
] as const) {
  print(`the list of sites, ${what}`, median(rounds.map(() => taken(() => site.list(scope, { limit })))))
  print(`the table, ${what} sites`, median(rounds.map(() => taken(() => compliance(scope, day, { ...small, limit })))))
}
print('the summary', median(rounds.map(() => taken(() => complianceCounts(scope, day, {})))))
print(
  'the summary by category',
  median(rounds.map(() => taken(() => complianceCounts(scope, day, { by: 'category' })))),
)
const afterWrites = rounds.map((_, at) => {
  apply(fileOn(siteIds[at] ?? newSiteId(), at, categories.slice(0, 1)))
  return taken(() => complianceCounts(scope, day, {}))
})
print('the summary after a write', median(afterWrites))

const uploads = (many: number, of: readonly CategoryId[]) =>
  taken(() => {
    for (let at = 0; at < many; at += 1) apply(fileOn(siteIds[at] ?? newSiteId(), at, of))
  }) / many
print(
  'applying an upload with a category',
  median(Array.from({ length: 9 }, () => uploads(2000, categories.slice(0, 1)))),
)
print('applying an upload without', median(Array.from({ length: 9 }, () => uploads(2000, []))))
