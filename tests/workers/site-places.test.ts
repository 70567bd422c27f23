import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ClientCommand, clientDecider } from '#api/domain/client.ts'
import { sizeOf } from '#api/domain/growing-set.ts'
import { type SiteCommand, siteDecider } from '#api/domain/site.ts'
import { type SitePlacesCommand, sitePlacesDecider } from '#api/domain/site-places.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { clientStream, sitePlacesStream, siteStream } from '#api/event-store/streams.ts'
import { openSitePlaces, sitePlaceQueries } from '#projections/open-site-places.ts'
import { comparePositions } from '#projections/position.ts'
import type { SiteId } from '#schemas/ids.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { startLedger, type TestLedger } from '#tests/support/ledger.ts'
import { newClientId, newSiteId, newTeamId, newTrashId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'
import { releaseSitePlaces } from '#workers/site-places.ts'

const expiresAt = '2026-03-31T10:01:00.000Z'
const [soon, later] = [new Date('2026-03-31T10:01:59Z'), new Date('2026-03-31T10:02:01Z')]

describe('a place for a site that is not there (D-43)', () => {
  let store: TestLedger
  let ledger: Ledger
  beforeAll(async () => {
    store = await startLedger()
    ledger = store.ledger
  })
  afterAll(() => store.close())

  const world = async () => {
    const [teamId, clientId, siteId, other] = [newTeamId(), newClientId(), newSiteId(), newSiteId()]
    const stream = sitePlacesStream(teamId)
    const context = () => contextOf(teamId, null)
    const onClient = (command: ClientCommand) =>
      handle(ledger, clientDecider, clientStream(clientId), command, context())
    const onSite = (command: SiteCommand) => handle(ledger, siteDecider, siteStream(command.siteId), command, context())
    const onPlaces = (command: SitePlacesCommand) => handle(ledger, sitePlacesDecider, stream, command, context())
    const take = (siteIds: SiteId[], until = expiresAt) =>
      onPlaces({ type: 'TakeSitePlaces', teamId, siteIds, limit: null, further: 0, expiresAt: until })
    const add = (id: SiteId) => onSite({ type: 'AddSite', siteId: id, teamId, clientId, name: 'North', postcode: null })
    await onClient({ type: 'AddClient', clientId, teamId, name: 'Acme' })
    const history = async () => {
      const streams = [clientStream(clientId), siteStream(siteId), siteStream(other), stream]
      const events = (await Promise.all(streams.map((each) => ledger.read(each)))).flat()
      return events.sort((one, another) => comparePositions(one.position, another.position))
    }
    const sweep = async (now: Date, by: Ledger = ledger) => {
      const events = await history()
      // Applied twice, as a read model may be.
      const db = projected(
        openSitePlaces,
        events.flatMap((event) => [event, event]),
      )
      await releaseSitePlaces({ ledger: by, places: sitePlaceQueries(db) }, now)
    }
    const count = async () => sizeOf((await load(ledger, sitePlacesDecider, stream)).taken)
    const named = { teamId, siteId, trashId: newTrashId() }
    return { teamId, clientId, siteId, other, stream, onClient, onSite, take, add, sweep, count, named }
  }

  test('is kept while a slow request may bring the site, then released once', async () => {
    const { siteId, other, stream, take, add, sweep, count } = await world()
    await take([siteId, other])
    await add(other)

    await sweep(soon)
    expect(await count()).toBe(2)
    await sweep(later)
    await sweep(later)

    expect(await count()).toBe(1)
    const types = (await ledger.read(stream)).map(({ type }) => type)
    expect(types).toEqual(['SitePlacesTaken', 'SitePlacesReleased'])
  })

  test('is released where a crash came between the deletion and the release, of a client with its sites too', async () => {
    const { clientId, siteId, other, onSite, onClient, take, add, sweep, count, named } = await world()
    await take([siteId, other])
    for (const id of [siteId, other]) await add(id)
    await sweep(later)
    expect(await count()).toBe(2)

    await onSite({ type: 'DeleteSite', ...named })
    await sweep(later)
    expect(await count()).toBe(1)
    await onClient({ type: 'DeleteClient', clientId, teamId: named.teamId, trashId: newTrashId() })
    await sweep(later)

    expect(await count()).toBe(0)
  })

  test('is kept where somebody takes it again, just before the sweep or in the middle of it', async () => {
    const { siteId, other, onSite, take, add, sweep, count, named } = await world()
    await take([siteId, other])
    await take([other], '2026-03-31T11:00:00.000Z')
    await add(siteId)
    await onSite({ type: 'DeleteSite', ...named })
    /** The site was looked for, and comes back before its place is released. */
    let restored = false
    const meanwhile: Ledger = {
      ...ledger,
      read: async (name, after) => {
        const events = await ledger.read(name, after)
        if (name !== siteStream(siteId) || restored) return events
        restored = true
        await take([siteId])
        await onSite({ type: 'RestoreSite', ...named })
        return events
      },
    }

    await sweep(later, meanwhile)
    await sweep(later)

    expect([restored, await count()]).toEqual([true, 2])
  })
})
