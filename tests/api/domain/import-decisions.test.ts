import { describe, expect, test } from 'vitest'
import type { OwnField } from '#api/domain/field.ts'
import { decideRow, wishesFor } from '#api/domain/import-decisions.ts'
import type { Known, Lookup, Seen } from '#api/domain/import-matching.ts'
import type { RecordKind } from '#schemas/events/import.ts'
import type { OptionId } from '#schemas/ids.ts'
import type { FieldKind } from '#schemas/records/field-kinds.ts'
import { importKey } from '#schemas/text/folded-text.ts'
import { newClientId, newFieldId, newSiteId } from '#tests/support/new-ids.ts'

type Had = Known & { kind: RecordKind }

const client = (name: string, external_id: string | null = null): Had => ({
  kind: 'clients',
  id: newClientId(),
  name,
  postcode: null,
  clientId: null,
  external_id,
  fields: {},
})
const site = (of: Had, name: string, external_id: string | null = null, postcode: string | null = null): Had => ({
  kind: 'sites',
  id: newSiteId(),
  name,
  postcode,
  clientId: of.id as Known['clientId'],
  external_id,
  fields: {},
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
const decide = (
  kind: RecordKind,
  had: readonly Had[],
  rows: readonly Cells[],
  createClients = false,
  own: OwnField[] = [],
) => {
  const lookup = lookupIn(had)
  const seen = seenByNone()
  return rows.map((cells, index) =>
    decideRow(kind, index + 2, cells, lookup, seen, wishesFor(kind, createClients, own)),
  )
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

describe('own fields of a row', () => {
  const options = [
    { id: '0199aaaa-0000-7000-8000-000000000001' as OptionId, name: 'Gas' },
    { id: '0199aaaa-0000-7000-8000-000000000002' as OptionId, name: 'Öl' },
  ]
  const field = (name: string, kind: FieldKind, more: Partial<OwnField> = {}): OwnField => ({
    id: newFieldId(),
    of: 'sites',
    name,
    kind,
    options: [],
    required: false,
    listed: false,
    help: null,
    revision: 0n,
    removedAt: null,
    ...more,
  })
  const rent = field('Rent', 'number')
  const heating = field('Heating', 'choice', { options })
  const end = field('Contract end', 'date')
  const alarm = field('Alarm', 'yes_no')
  const page = field('Page', 'link')
  const own = [rent, heating, end, alarm, page]
  const acme = client('Acme')
  const depot = { ...site(acme, 'Depot'), fields: { [rent.id]: '7.5', [heating.id]: options[0]?.id ?? '' } }
  const row = (fields: Cells, name = 'Depot') => ({ name, client: 'Acme', fields })
  const decideOwn = (rows: Cells[], fields = own) => decide('sites', [acme, depot], rows, false, fields)

  test('are read by their kinds, a choice by id or name, in whatever case', () => {
    const [gas, oil] = options.map(({ id }) => id)
    const cells = { [rent.id]: 7.5, [heating.id]: ' öL ', [end.id]: '05/03/2026', [alarm.id]: true, [page.id]: '' }
    const values = { [rent.id]: '7.5', [heating.id]: oil, [end.id]: '2026-03-05', [alarm.id]: 'true' }
    const again = { [heating.id]: gas?.toUpperCase(), [end.id]: '2026-03-05', [alarm.id]: 'No', [rent.id]: null }

    expect(decideOwn([row(cells, 'New'), row(again, 'Newer')])).toMatchObject([
      { verdict: 'created', order: { fields: values } },
      { verdict: 'created', order: { fields: { [heating.id]: gas, [end.id]: '2026-03-05', [alarm.id]: 'false' } } },
    ])
  })

  test('change what they say: an empty cell takes a value away, and what has no column stays', () => {
    expect(decideOwn([row({ [rent.id]: '07.50', [heating.id]: 'GAS', [page.id]: ' ' })])).toMatchObject([
      { verdict: 'unchanged', id: depot.id },
    ])
    expect(decideOwn([row({ [rent.id]: '' })])).toMatchObject([
      { verdict: 'updated', order: { fields: { [rent.id]: null } } },
    ])
  })

  test('refuse their row under each that is wrong, and leave the record to a later row', () => {
    const wrong = { [rent.id]: '7,5', [heating.id]: 'Coal', [page.id]: 'javascript:alert(1)', [end.id]: { a: 1 } }
    const { [end.id]: _, ...texts } = wrong

    expect(decideOwn([row(texts), row({ [end.id]: { a: 1 } }), row({ [rent.id]: '8' })])).toMatchObject([
      refusedBy({
        [`fields.${rent.id}`]: [expect.stringMatching(/Rent must be a number .* point/)],
        [`fields.${heating.id}`]: ['The selected Heating is invalid.'],
        [`fields.${page.id}`]: [expect.stringContaining('http://')],
      }),
      refusedBy({ [`fields.${end.id}`]: ['The value must be text.'] }),
      { verdict: 'updated', order: { fields: { [rent.id]: '8' } } },
    ])
  })

  test('that are required are needed by a new record, and are not taken away from one that has them', () => {
    const fields = [
      { ...rent, required: true },
      { ...end, required: true },
    ]
    const missing = (...all: OwnField[]) =>
      refusedBy(Object.fromEntries(all.map(({ id, name }) => [`fields.${id}`, [`The ${name} field is required.`]])))

    const rows = [row({ [rent.id]: '1' }, 'New'), row({ [rent.id]: '' }), row({ [rent.id]: '7.5', [end.id]: '' })]
    expect(decideOwn(rows, fields)).toMatchObject([missing(end), missing(rent), { verdict: 'unchanged' }])
  })

  test('of clients that are required keep a site from making its client', () => {
    const account = field('Account', 'text', { of: 'clients', required: true })
    const rows = [{ name: 'A', client: 'Nobody' }]

    expect(decide('sites', [acme], rows, true, [account])).toMatchObject([
      refusedBy({ client: ['The client is not there, and a new one needs a value of Account.'] }),
    ])
  })
})
