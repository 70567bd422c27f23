import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyEvent } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { standingAt } from '#projections/engine/states.ts'
import { arrangedQueries } from '#projections/facilities/arranged.ts'
import { facilities, facilityQueries, recordQueries } from '#projections/facilities/facilities.ts'
import { keeping, past } from '#projections/past/past.ts'
import { personalFields } from '#schemas/events/personal.ts'
import { eventTypes } from '#schemas/events/registry.ts'
import { arrangedKinds, resources } from '#schemas/nouns.ts'
import { contentsOf, projected } from '#tests/support/read-models.ts'
import { recorded } from '#tests/support/recorded.ts'
import { recordsWalk, teamId } from '#tests/support/records-walk.ts'
import { detailsOf, sampleEvent } from '#tests/support/sample-events.ts'

const page = { limit: 1000 }

/** PAST_RUNS=200 walks for some minutes. */
const runs = Number(process.env.PAST_RUNS ?? 2)

/** Answers without pictures, which are those of today. */
const withoutPictures = (answered: unknown): unknown =>
  JSON.parse(JSON.stringify(answered, (name, value) => (name.startsWith('thumbnail') ? undefined : value)))

/** What every list, count and sum of a team, or of one client's records, answers. */
const answers = (db: ReadDb, clientId: string | null) => {
  const scope = { teamId, clientId: clientId as never, siteIds: null }
  const records = recordQueries(db)
  const { trash, overview, expiring } = facilityQueries(db)
  const arranged = arrangedQueries(db)
  const sight = { scope, resources, now: new Date('2026-04-01T00:00:00Z') }
  const files = records.files.list(scope, page)
  return withoutPictures({
    lists: arrangedKinds.map((kind) => records[kind].list(scope, page)),
    arranged: arrangedKinds.map((kind) => arranged.page(kind, scope, {}, { ...page, sort: '-name' } as never)),
    tree: records.categories.tree(teamId),
    versions: files.rows.map(({ id }) => records.fileVersions.ofFile(id)),
    held: records.files.held(teamId),
    trash: trash.list(sight, page),
    trashed: trash.list(sight, page).rows.map(({ id }) => trash.contents(sight, id, page)),
    without: [overview.sitesWithoutFiles(scope), overview.uncategorisedFiles(scope)],
    visits: overview.visits(scope, { from: '2026-01-01', to: '2026-12-31' } as never),
    expiring: expiring.clients(scope, '2026-03-01' as never, page),
  })
}

test(
  'every list and count reads at a moment as it read then, after random changes',
  () => {
    const walks = fc.array(fc.tuple(fc.nat(17), fc.nat(1000), fc.nat(1000)), {
      minLength: 30,
      maxLength: 60,
      size: 'max',
    })
    fc.assert(
      fc.property(walks, (walk) => {
        const { steps, events, clients } = recordsWalk()
        for (let step = 0; step < 4; step += 1) steps[step]?.(0, 1)
        for (const [step, by, and] of walk) steps[step]?.(by, and)
        const [client] = clients()
        const now = projected(facilities, [])
        const then = events.map((event) => {
          applyEvent(facilities, now, event)
          return [answers(now, null), answers(now, client?.id ?? null)]
        })
        const kept = projected(
          past,
          events.flatMap((event) => [event, event]),
        )
        let at = '0'
        const standing = standingAt(kept, facilities.tables, keeping, () => at)
        for (const [n, { position }] of events.entries()) {
          at = position
          expect([answers(standing, null), answers(standing, client?.id ?? null)]).toEqual(then[n])
        }
        now.close()
        kept.close()
      }),
      { numRuns: runs, endOnFailure: true },
    )
  },
  60_000 + runs * 5000,
)

test('tokens, apps, operators and links are kept, but no digest of a secret and no sealed text', () => {
  const events = eventTypes.flatMap((type) => {
    const hidden = [
      ...detailsOf(type).filter((field) => /digest$/i.test(field)),
      ...(personalFields[type]?.fields ?? []),
    ]
    const secret = Object.fromEntries(hidden.map((field) => [field, `hidden ${field}`]))
    const data = { ...sampleEvent(type, 1).data, ...secret }
    return hidden.length > 0 || type === 'OAuthAccessGranted' ? [recorded(type, data as never)] : []
  })
  const kept = contentsOf(projected(past, events))

  expect(JSON.stringify(kept)).not.toContain('hidden')
  for (const table of ['tokens', 'personal_tokens', 'grants', 'access_tokens', 'impersonations', 'shares']) {
    expect({ [table]: kept[table] }).toEqual({ [table]: [expect.anything()] })
  }
})

test('a session of an operator that begins anew before its end was recorded stands from then on', () => {
  const { data } = sampleEvent('ImpersonationStarted', 1)
  const [first, second] = [1, 2].map(() => recorded('ImpersonationStarted', data as never))
  const kept = projected(past, [first, second] as never)
  const states = kept.all<{ stood_from: number }>('SELECT stood_from FROM impersonations_states ORDER BY stood_from')

  expect(states.map(({ stood_from }) => String(stood_from))).toEqual([first?.position, second?.position])
})
