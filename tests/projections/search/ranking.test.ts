import { describe, expect, test } from 'vitest'
import { sortName } from '#projections/engine/fold.ts'
import { applyEvent } from '#projections/engine/projection.ts'
import { BadCursor } from '#projections/engine/select-page.ts'
import { searchable } from '#projections/search/items.ts'
import { search } from '#projections/search/search.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import type { ArrangedKind } from '#schemas/nouns.ts'
import { wholeTeam } from '#schemas/rights/scope.ts'
import { hashOf } from '#tests/support/core-world.ts'
import { newClientId, newFileId, newSiteId, newTeamId } from '#tests/support/new-ids.ts'
import { searchedWorld } from '#tests/support/search-world.ts'

type World = ReturnType<typeof searchedWorld>

/** All that a search finds, told in pages of these sizes in turn, with the total that the first page names. */
const inPages = ({ queries, team }: World, kind: ArrangedKind, query: string, sizes: readonly number[]) => {
  const ids: string[] = []
  let cursor: string | null | undefined
  let total = ''
  let pages = 0
  do {
    const limit = sizes[pages % sizes.length] ?? 1
    const page = queries.find(team, kind, query, { limit, ...(cursor ? { cursor } : {}) })
    if (pages === 0) total = `${page?.total}${page?.isAtLeast ? '+' : ''}`
    ids.push(...(page?.rows.map(({ id }) => id) ?? []))
    cursor = page?.next
    pages += 1
  } while (cursor)
  return { ids, total }
}

const wordsOf = (query: string) => searchable(query).split(' ')
const holdsAll = (text: string, query: string) => wordsOf(query).every((word) => searchable(text).includes(word))

/** Clients whose names are of few words, with three sites each, and a file on each site. */
const crowd = (count: number) => {
  const words = ['Fire', 'Gas', 'Lift', 'Żółw', 'B1']
  const of = (n: number) => words[n % words.length] ?? ''
  const clients = Array.from({ length: count / 3 }, (_, n) => ({
    id: newClientId(),
    name: `${of(n)} and ${of(n * 3)}`,
  }))
  const sites = Array.from({ length: count }, (_, n) => {
    const client = clients[Math.floor(n / 3)] ?? { id: newClientId(), name: '' }
    return { id: newSiteId(), name: `${of(n * 7 + (n >> 3))} ${n % 11}`, client }
  })
  const files = sites.map((site, n) => ({ id: newFileId(), name: `${of(n >> 2)} scan`, site }))
  const world = searchedWorld((w) => [
    ...clients.map(({ id, name }) => w.clientAdded(name, id)),
    ...sites.map(({ id, name, client }) => w.siteAdded(client.id, name, id)),
    ...files.map(({ id, name, site }) => w.fileUploaded(site.id, site.client.id, { fileId: id, name })),
  ])
  /** The rule itself, said without any index: own names first, each rank in the order of its list. */
  const expectedSites = (query: string) =>
    sites
      .filter(({ name, client }) => holdsAll(`${name}\n${client.name}`, query))
      .map(({ id, name }) => ({ id, name: sortName(name), rank: holdsAll(name, query) ? 0 : 1 }))
      .sort(
        (one, other) =>
          one.rank - other.rank || (one.name < other.name || (one.name === other.name && one.id < other.id) ? -1 : 1),
      )
      .map(({ id }) => id)
  const expectedFiles = (query: string) => {
    const held = files
      .filter(({ name, site }) => holdsAll(`${name}\n${site.name}\n${site.client.name}`, query))
      .toReversed()
    const isOwn = ({ name }: { name: string }) => holdsAll(name, query)
    return [...held.filter(isOwn), ...held.filter((file) => !isOwn(file))].map(({ id }) => id)
  }
  return { world, expectedSites, expectedFiles }
}

const totalOf = ({ length }: readonly string[]) => (length > 1000 ? '1000+' : String(length))

describe('matches by own name come first', () => {
  const few = crowd(90)
  const many = crowd(3600)

  test.each(['fire', 'zolw', 'gas lift', 'b1', 'b1 gas', 'fire 1', 'li', 'e', 'zz', 'scan'])(
    'and no page repeats or skips one for %j',
    (query) => {
      for (const { world, expectedSites, expectedFiles } of [few, many]) {
        const sizes = world === few.world ? [1, 7, 40] : [20, 400, 1000]
        const sites = expectedSites(query)
        const files = expectedFiles(query)

        expect(inPages(world, 'sites', query, sizes)).toEqual({ ids: sites, total: totalOf(sites) })
        expect(inPages(world, 'files', query, sizes)).toEqual({ ids: files, total: totalOf(files) })
        // For another order, or filters, all of them are wanted at once.
        expect(world.queries.findAll(world.team, 'sites', query)?.toSorted()).toEqual(sites.toSorted())
        expect(world.queries.findAll(world.team, 'files', query)?.toSorted()).toEqual(files.toSorted())
      }
    },
  )

  test('and says where the others hold them, texts among what lies around in the order of the list', () => {
    const client = newClientId()
    const site = newSiteId()
    const first = newFileId()
    const second = newFileId()
    const third = newFileId()
    const fourth = newFileId()
    const world = searchedWorld((w) => [
      w.clientAdded('Acme', client),
      w.siteAdded(client, 'Boiler house', site),
      w.fileUploaded(site, client, { fileId: first, name: 'Boiler' }),
      w.fileUploaded(site, client, { fileId: second, name: 'Plan' }),
      w.siteAdded(client, 'Depot', newSiteId()),
    ])
    const depot = newSiteId()
    const happens = (event: RecordedEvent, attached?: string) =>
      applyEvent(search, world.db, attached ? ({ ...event, attached } as RecordedEvent) : event)
    happens(world.siteAdded(client, 'Yard', depot))
    happens(world.fileUploaded(depot, client, { fileId: third, name: 'Report' }))
    happens(world.fileUploaded(site, client, { fileId: fourth, name: 'Photo' }))
    const data = { subject: { resource: 'files', id: third }, teamId: world.teamId, of: hashOf('a') } as const
    happens(
      world.record('text', 'TextExtracted', { ...data, content: { hash: hashOf('e'), size: 1 } }),
      'The boiler is old',
    )

    const found = world.found('files', 'boiler').map(({ id, found: { in: part } }) => [id, part])
    expect(found).toEqual([
      [first, 'name'],
      [fourth, 'site'],
      [third, 'text'],
      [second, 'site'],
    ])
    expect(world.queries.findAll(world.team, 'files', 'boiler')).toHaveLength(4)
    expect(world.queries.findIn([third, first], 'boiler')).toEqual([
      { id: third, found: { in: 'text', excerpt: expect.stringContaining('boiler') } },
      { id: first, found: { in: 'name', excerpt: null } },
    ])
    expect(inPages(world, 'files', 'boiler', [1]).ids).toEqual([first, fourth, third, second])
    expect(world.queries.find(world.team, 'files', 'boiler', { limit: 1 })?.total).toBe(4)
  })
})

describe('a search', () => {
  test('counts a thousand exactly, and of more says that there are', () => {
    const named = (count: number) =>
      searchedWorld((w) => Array.from({ length: count }, (_, n) => w.clientAdded(`Acme ${n}`)))

    for (const [count, total] of [
      [1000, '1000'],
      [1001, '1000+'],
    ] as const) {
      const world = named(count)
      expect(inPages(world, 'clients', 'acme', [30]).total).toBe(total)
      expect(inPages(world, 'clients', 'a', [30]).total).toBe(total)
    }
  })

  test.each([
    ['zolw', 'Żółw'],
    ['ŻÓŁW', 'zolw'],
    ['strasse', 'Straße'],
    ['straße', 'STRASSE'],
    ['aero', 'Ærø'],
    ['oeuvre', 'Œuvre'],
    ['dordevic', 'Đorđević'],
    ['thor', 'Þór'],
    ['isik', 'ışık'],
    ["o'brien", 'O’Brien'],
    ['привет', 'Привет'],
  ])('for %s finds %s', (query, name) => {
    const client = newClientId()
    const world = searchedWorld((w) => [w.clientAdded(name, client), w.clientAdded('Other')])

    expect(world.ids('clients', query)).toEqual([client])
  })

  test('never leaves its team, whatever numbers their lists have', () => {
    const teams = Array.from({ length: 50 }, () => ({ team: newTeamId(), id: newClientId() }))
    const world = searchedWorld((w) =>
      teams.map(({ team, id }, n) => w.clientAdded(`1${n} 11 111 1a:1 :11 ;11`, id, team)),
    )

    for (const { team, id } of teams) {
      for (const query of ['1', '11', '111', ':11', '1a:1', ';1']) {
        expect(world.ids('clients', query, wholeTeam(team))).toEqual([id])
      }
    }
  })

  test('refuses a cursor that it did not give out', () => {
    const world = searchedWorld((w) => [w.clientAdded('Acme')])
    const cursors = [
      'x',
      Buffer.from('["0","a","b"]').toString('base64url'),
      Buffer.from('["a","b"]').toString('base64url'),
    ]

    for (const cursor of cursors) {
      expect(() => world.queries.find(world.team, 'clients', 'acme', { limit: 1, cursor })).toThrow(BadCursor)
    }
  })
})
