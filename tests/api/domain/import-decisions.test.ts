import { describe, expect, test } from 'vitest'
import { decideRow } from '#api/domain/import-decisions.ts'
import type { Known, Lookup, Seen } from '#api/domain/import-matching.ts'
import type { RecordKind } from '#schemas/events/import.ts'
import { importKey } from '#schemas/text/folded-text.ts'
import { newClientId, newSiteId } from '#tests/support/new-ids.ts'

type Had = Known & { kind: RecordKind }

const client = (name: string, external_id: string | null = null): Had => ({
  kind: 'clients',
  id: newClientId(),
  name,
  postcode: null,
  clientId: null,
  external_id,
})
const site = (of: Had, name: string, external_id: string | null = null, postcode: string | null = null): Had => ({
  kind: 'sites',
  id: newSiteId(),
  name,
  postcode,
  clientId: of.id as Known['clientId'],
  external_id,
})

const lookupIn = (had: readonly Had[]): Lookup => {
  const of = (kind: RecordKind) => had.filter((each) => each.kind === kind)
  return {
    record: (kind, id) => of(kind).find((each) => each.id === id),
    byExternalId: (kind, external_id) => of(kind).find((each) => each.external_id === external_id),
    byName: (kind, key, clientId) =>
      of(kind).filter((each) => importKey(each.name) === key && each.clientId === clientId),
  }
}

const seenByNone = (): Seen => {
  const rows = new Map<string, number>()
  return { rowOf: (key) => rows.get(key), mark: (key, row) => rows.set(key, row) }
}

type Cells = Record<string, unknown>

/** Decides rows one after the other, numbered from 2 as in a table. */
const decide = (kind: RecordKind, had: readonly Had[], rows: readonly Cells[], createClients = false) => {
  const lookup = lookupIn(had)
  const seen = seenByNone()
  return rows.map((cells, index) => decideRow(kind, index + 2, cells, lookup, seen, { createClients }))
}

const refusedBy = (errors: Cells) => ({ verdict: 'refused', errors })

describe('a row about a client', () => {
  const acme = client('Acme', 'A-1')
  const bolt = client('Bolt')

  test('is matched by its external id, else by its name; the rest is new', () => {
    const decisions = decide(
      'clients',
      [acme, bolt],
      [
        { external_id: 'A-1', name: 'Acme Ltd' },
        { external_id: 'B-1', name: ' BOLT ' },
        { external_id: 'C-1', name: 'Acme' },
        { name: 'Dyke' },
      ],
    )

    expect(decisions).toMatchObject([
      { verdict: 'updated', id: acme.id, order: { name: 'Acme Ltd', external_id: 'A-1' } },
      { verdict: 'updated', id: bolt.id, order: { name: 'BOLT', external_id: 'B-1' } },
      { verdict: 'created', id: null, order: { name: 'Acme', external_id: 'C-1' } },
      { verdict: 'created', id: null, order: { name: 'Dyke' } },
    ])
  })

  test('that says what is known changes nothing', () => {
    const rows = [{ external_id: 'A-1', name: 'Acme' }, { name: 'Bolt' }]

    expect(decide('clients', [acme, bolt], rows)).toMatchObject([
      { verdict: 'unchanged', id: acme.id },
      { verdict: 'unchanged', id: bolt.id },
    ])
    expect(decide('clients', [acme], [{ name: 'acme' }])).toMatchObject([
      { verdict: 'updated', order: { name: 'acme' } },
    ])
  })

  test('is matched by its own id before all else, and keeps the external id that it has [D-107]', () => {
    const twin = client('Acme')
    const rows = [
      { id: acme.id.toUpperCase(), external_id: 'A-1', name: 'Acme' },
      { id: twin.id, external_id: '', name: 'Acme' },
      { id: bolt.id, external_id: 'B-1', name: 'Bolt Ltd' },
    ]

    expect(decide('clients', [acme, bolt, twin], rows)).toMatchObject([
      { verdict: 'unchanged', id: acme.id },
      { verdict: 'unchanged', id: twin.id, external_id: null },
      { verdict: 'updated', id: bolt.id, order: { name: 'Bolt Ltd', external_id: 'B-1' } },
    ])
  })

  test('has an external id where its id is of no record of the team [D-107]', () => {
    const elsewhere = newClientId()
    const other = newClientId()
    const rows = [
      { id: elsewhere, name: 'Acme' },
      { id: other, external_id: 'X-1', name: 'Acme' },
    ]

    expect(decide('clients', [], rows)).toMatchObject([
      { verdict: 'created', order: { external_id: elsewhere } },
      { verdict: 'created', order: { external_id: 'X-1' } },
    ])
  })

  test('with its own id is refused where another row or record is the same [D-107]', () => {
    const rows = [
      { id: acme.id, name: 'Acme' },
      { id: acme.id, name: 'Acme' },
      { id: bolt.id, external_id: 'A-1', name: 'Bolt' },
      { name: 'Acme' },
    ]

    expect(decide('clients', [acme, bolt], rows)).toMatchObject([
      { verdict: 'unchanged' },
      refusedBy({ id: ['Duplicate of row 2.'] }),
      refusedBy({ external_id: ['Another client has this external id.'] }),
      refusedBy({ name: ['Duplicate of row 2.'] }),
    ])
  })

  test('is refused where a row before it is about the same client', () => {
    const rows = [
      { external_id: 'A-1', name: 'Acme' },
      { external_id: 'A-1', name: 'Acme Ltd' },
      { name: 'Acme' },
      { name: 'Crane' },
      { external_id: 'C-1', name: 'crane' },
      { external_id: 'C-2', name: 'Dyke' },
      { external_id: 'C-3', name: 'Dyke' },
    ]

    expect(decide('clients', [acme], rows)).toMatchObject([
      { verdict: 'unchanged' },
      refusedBy({ external_id: ['Duplicate of row 2.'] }),
      refusedBy({ name: ['Duplicate of row 2.'] }),
      { verdict: 'created' },
      refusedBy({ name: ['Duplicate of row 5.'] }),
      { verdict: 'created' },
      // Two of one name, told apart by their external ids.
      { verdict: 'created' },
    ])
  })

  test('is refused where it could be about several', () => {
    const twins = [client('Twin', 'T-1'), client('Twin', 'T-2')]

    expect(decide('clients', twins, [{ name: 'Twin' }])).toMatchObject([
      refusedBy({ name: ['Several clients have this name.'] }),
    ])
    const bare = client('Twin')
    expect(decide('clients', [...twins, bare], [{ name: 'Twin' }])).toMatchObject([{ id: bare.id }])
  })

  test('is refused for what a form would be refused for, and says its external id all the same', () => {
    expect(decide('clients', [], [{ external_id: 7, name: '' }, { name: 'x'.repeat(256) }])).toEqual([
      { row: 2, external_id: '7', ...refusedBy({ name: ['The name field is required.'] }) },
      { row: 3, external_id: null, ...refusedBy({ name: ['The name may not be greater than 255 characters.'] }) },
    ])
  })
})

describe('a row about a site', () => {
  const acme = client('Acme', 'A-1')
  const bolt = client('Bolt')
  const north = site(acme, 'North', 'S-1', 'SE1 2AB')

  test('names its client by id, external id or name', () => {
    const clients = [{ client_id: acme.id }, { client: acme.id }, { client: 'A-1' }, { client: ' acme' }]
    const rows = clients.map((each, index) => ({ ...each, name: `Site ${index}` }))

    for (const decision of decide('sites', [acme, bolt], rows)) {
      expect(decision).toMatchObject({ verdict: 'created', order: { client: { id: acme.id } } })
    }
  })

  test('is refused without a client, or with one that is not there', () => {
    const rows = [{ name: 'A' }, { name: 'A', client: 'Nobody' }, { name: 'A', client_id: newClientId() }]

    expect(decide('sites', [acme], rows)).toMatchObject([
      refusedBy({ client: ['The client field is required.'] }),
      { ...refusedBy({ client: ['The selected client is invalid.'] }), missing: { key: 'nobody', name: 'Nobody' } },
      refusedBy({ client_id: ['The selected client is invalid.'] }),
    ])
  })

  test('makes its client where that is wished, one for all rows that name it', () => {
    const rows = [
      { name: 'A', client: 'Crane' },
      { name: 'B', client: 'crane' },
      { name: 'a', client: 'CRANE' },
    ]

    expect(decide('sites', [acme], rows, true)).toMatchObject([
      { verdict: 'created', order: { client: { key: 'crane', name: 'Crane' } } },
      { verdict: 'created', order: { client: { key: 'crane' } } },
      refusedBy({ name: ['Duplicate of row 2.'] }),
    ])
  })

  test('names its client as an export of another team does [D-107]', () => {
    const moved = client('Acme', newClientId())
    const named = client('Bolt', 'B-1')
    const rows = [
      { id: newSiteId(), name: 'North', client_id: moved.external_id, client: 'Acme' },
      { id: newSiteId(), name: 'South', client_id: newClientId(), client: 'Bolt' },
    ]

    expect(decide('sites', [moved, named], rows)).toMatchObject([
      { verdict: 'created', order: { client: { id: moved.id } } },
      { verdict: 'created', order: { client: { id: named.id } } },
    ])
  })

  test('changes name, postcode and client of the site with its external id; what has no column stays', () => {
    const had = [acme, bolt, north]

    expect(decide('sites', had, [{ external_id: 'S-1', name: 'North' }])).toMatchObject([{ verdict: 'unchanged' }])
    expect(decide('sites', had, [{ external_id: 'S-1', name: 'North', postcode: '' }])).toMatchObject([
      { verdict: 'updated', id: north.id, order: { postcode: null } },
    ])
    expect(decide('sites', had, [{ external_id: 'S-1', name: 'North', client: 'Bolt' }])).toMatchObject([
      { verdict: 'updated', id: north.id, order: { client: { id: bolt.id } } },
    ])
  })

  test('is matched by client and name where it has no external id, and the same name elsewhere is another site', () => {
    const rows = [
      { name: 'north', client: 'Acme', postcode: 'SE1 2AB' },
      { name: 'North', client: 'Bolt' },
    ]

    expect(decide('sites', [acme, bolt, north], rows)).toMatchObject([
      { verdict: 'updated', id: north.id },
      { verdict: 'created' },
    ])
  })
})
