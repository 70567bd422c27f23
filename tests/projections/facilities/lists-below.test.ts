import { expect, test } from 'vitest'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { Within } from '#projections/engine/scoped.ts'
import { arrangedQueries } from '#projections/facilities/arranged.ts'
import { overviewQueries } from '#projections/facilities/expiring.ts'
import { facilities } from '#projections/facilities/facilities.ts'
import { nounQueries } from '#projections/facilities/nouns.ts'
import { past } from '#projections/past/past.ts'
import { standingIn } from '#projections/past/queries.ts'
import { wholeTeam } from '#schemas/rights/scope.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { hashOf } from '#tests/support/core-world.ts'
import { newCategoryId, newClientId, newFileId, newSiteId, newTeamId, newVisitId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'

/** How SQLite finds the rows of every query that some work makes, one step a line. */
const stepsOf = (work: (db: ReadDb) => unknown, db: ReadDb = projected(facilities, [])): string[] => {
  const steps: string[] = []
  const noting =
    <Answer>(ask: (sql: string, ...values: never[]) => Answer) =>
    (sql: string, ...values: never[]): Answer => {
      const plan = db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values)
      steps.push(...plan.map(({ detail }) => detail))
      return ask(sql, ...values)
    }
  work({ ...db, all: noting(db.all), one: noting(db.one) } as ReadDb)
  return steps
}

const day = CalendarDate.parse('2026-03-01')
const scope = wholeTeam(newTeamId())
const limited = { ...scope, clientId: newClientId() }
const toSites = { ...limited, siteIds: [newSiteId(), newSiteId()] }
const client: Within = { clientId: newClientId() }
const site: Within = { siteId: newSiteId() }
const visit: Within = { visitId: newVisitId() }

const placesOf = /\((client_id|site_id|visit_id|id)=\?/

test.each([
  ['sites of a client', 'sites', 's', scope, client],
  ['visits of a client', 'visits', 'v', scope, client],
  ['visits of a site', 'visits', 'v', scope, site],
  ['files of a client', 'files', 'f', scope, client],
  ['files of a site', 'files', 'f', scope, site],
  ['files of a visit', 'files', 'f', scope, visit],
  ['clients of who sees one', 'clients', 'clients', limited, {}],
  ['sites of who sees one client', 'sites', 's', limited, {}],
  ['visits of who sees one client', 'visits', 'v', limited, {}],
  ['files of who sees one client', 'files', 'f', limited, {}],
  ['sites of who sees some', 'sites', 's', toSites, {}],
  ['files of who sees some sites', 'files', 'f', toSites, {}],
  ['documents of who sees one client', 'documents', 'd', limited, {}, /\(team_id=\?/],
] as const)('%s are found by it, however many the team has', (_, kind, alias, scope, within, by = placesOf) => {
  const category = newCategoryId()
  const steps = stepsOf((db) => {
    const lists = nounQueries(db)
    lists[kind].list(scope, { limit: 2 }, within)
    if (kind === 'files') lists.files.list(scope, { limit: 2, category }, within)
    arrangedQueries(db).page(kind, scope, within, { limit: 2, sort: 'name' })
  })
  const found = steps.filter((step) => step.startsWith(`SEARCH ${alias} `) || step.startsWith(`SCAN ${alias} `))

  expect(found.length).toBeGreaterThan(1)
  for (const step of found) expect(step).toMatch(by)
})

test('a file of the same content is found by it, however many its site has', () => {
  const of = newSiteId()
  const hash = hashOf('a')
  const steps = stepsOf((db) => {
    nounQueries(db).files.sameAs({ id: newFileId(), site_id: of, hash })
    nounQueries(db).files.withContent(of, hash, false)
    nounQueries(db).files.withContent(of, hash, true)
  })

  const found = steps.filter((step) => step.startsWith('SEARCH files '))
  expect(found).toHaveLength(3)
  for (const step of found) expect(step).toMatch(/\(site_id=\? AND (original_)?hash=\?\)/)
})

test('what lies in a record at a moment is found by it, and what is counted then by an index alone', () => {
  const moment = { position: '1', at: new Date() }
  const steps = stepsOf(
    (db) => {
      const lists = nounQueries(db)
      lists.sites.list(scope, { limit: 2 }, client)
      for (const within of [client, site]) lists.visits.list(scope, { limit: 2 }, within)
      for (const within of [client, site, visit]) lists.files.list(scope, { limit: 2 }, within)
      overviewQueries(db).uncategorisedFiles(scope)
      overviewQueries(db).files(scope, { from: day, to: day })
    },
    standingIn(projected(past, []), () => moment),
  )

  const used = steps.flatMap((step) => /(COVERING )?INDEX (sites|visits|files)_\w+_then \(\w+/.exec(step)?.[0] ?? [])
  expect(new Set(used)).toEqual(
    new Set([
      'INDEX sites_by_client_then (client_id',
      'INDEX visits_by_client_then (client_id',
      'INDEX visits_by_site_then (site_id',
      'INDEX files_by_client_then (client_id',
      'INDEX files_by_site_then (site_id',
      'INDEX files_by_visit_then (visit_id',
      'COVERING INDEX files_uncategorised_then (team_id',
      'COVERING INDEX files_by_day_then (team_id',
    ]),
  )
})
