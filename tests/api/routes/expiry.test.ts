import { afterEach, beforeEach, describe, expect, vi } from 'vitest'
import { changeFiles, undoChange } from '#schemas/resources/bulk-changes.ts'
import { addCategory } from '#schemas/resources/categories.ts'
import { listDocuments, renameDocument, uploadDocument, uploadDocuments } from '#schemas/resources/documents.ts'
import {
  listFiles,
  listFilesOfClient,
  type SiteFile,
  showFile,
  updateFile,
  uploadFile,
} from '#schemas/resources/files.ts'
import { historyOfEach } from '#schemas/resources/history.ts'
import { searchDocuments, searchFiles } from '#schemas/resources/search.ts'
import { fileOf } from '#tests/support/files.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { teamWithRecords } from '#tests/support/team-with-records.ts'
import type { Member } from '#tests/support/teams.ts'

const { app, test } = sharedApp()

const pdf = fileOf('a.pdf', 'application/pdf')
const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)

describe('the expiry date of a file', () => {
  test('is given with the upload, changed and taken away; left out, it stays', async ({ ann, records: { north } }) => {
    const upload = { name: 'Gas', site_id: north.id, expires_at: '2027-03-01' }
    const file = await ann.ask(uploadFile, { body: upload }, { file: pdf })
    const to = async (changes: { name?: string; expires_at?: string | null }) => {
      const body = { name: 'Gas certificate', ...changes }
      return (await ann.ask(updateFile, { params: { id: file.id }, body })).expires_at
    }

    expect(file.expires_at).toBe('01/03/2027')
    expect(await to({})).toBe('01/03/2027')
    expect(await to({ expires_at: '31/12/2027' })).toBe('31/12/2027')
    expect(await to({ expires_at: '' })).toBe(null)
    expect(await to({ expires_at: '01/01/2028' })).toBe('01/01/2028')
    expect(await to({ expires_at: null })).toBe(null)
    const history = await ann.ask(historyOfEach.files, { params: { id: file.id } })
    const told = history.flatMap(({ changes }) => changes?.filter(({ field }) => field === 'expires_at') ?? [])
    expect(told.map(({ from, to: now }) => `${from} ${now}`)).toEqual([
      '01/01/2028 null',
      'null 01/01/2028',
      '31/12/2027 null',
      '01/03/2027 31/12/2027',
      'null 01/03/2027',
    ])
    expect(history[0]?.summary).toBe('Changed the expiry date of the file Gas certificate')
  })

  test('that is no day is refused by its field', async ({ ann, records: { north, beside } }) => {
    const said = { expires_at: ['The expiry date is not a valid date.'] }

    const added = { body: { site_id: north.id, expires_at: '30/02/2027' } }
    const changed = { params: { id: beside.id }, body: { name: 'Beside', expires_at: 'soon' } }

    expect(await ann.invalid(uploadFile, added, { file: pdf })).toEqual(said)
    expect(await ann.invalid(updateFile, changed)).toEqual(said)
  })

  test('goes by the order of several files', async ({ ann, records: { north } }) => {
    const form = new FormData()
    form.append('site_id', north.id)
    for (const date of ['', '2027-03-01']) form.append('expires_at[]', date)
    for (let sent = 0; sent < 3; sent += 1) form.append('file[]', pdf)
    const { body } = await ann.request('POST', '/api/files', { form })

    expect((body as SiteFile[]).map(({ expires_at }) => expires_at)).toEqual([null, '01/03/2027', null])
  })

  test('is given to many files at once and taken away from them, and one undo takes that back', async () => {
    const { ann, ofSpring, beside } = await teamWithRecords(app)
    const ids = [ofSpring.id, beside.id]
    const dates = () => Promise.all(ids.map(async (id) => (await ann.ask(showFile, { params: { id } })).expires_at))

    const given = await ann.call(changeFiles, { body: { ids, change: { expires_at: '01/03/2027' } } })
    expect([given.body.changed, await dates()]).toEqual([2, ['01/03/2027', '01/03/2027']])
    const taken = await ann.call(changeFiles, { body: { ids, change: { expires_at: null } } })
    expect([taken.body.changed, await dates()]).toEqual([2, [null, null]])
    await ann.call(undoChange, { params: { undo: taken.body.undo } })
    expect(await dates()).toEqual(['01/03/2027', '01/03/2027'])
  })
})

describe('an upload that says no expiry date', () => {
  /** A team with categories whose files expire after 12 and 6 months, and with one that has no rule. */
  const teamWithRules = async () => {
    const all = await teamWithRecords(app)
    const add = (name: string, expires_after_months: number | null) =>
      all.ann.ask(addCategory, { body: { name, expires_after_months } })
    return { ...all, gas: await add('Gas', 12), lift: await add('Lift', 6), plain: await add('Plain', null) }
  }
  const sent = (site_id: string, body: object) => ({ name: 'Record', completed_at: '31/03/2027', site_id, ...body })

  test('follows the shortest rule of its categories, from its completion, and the history says so', async () => {
    const { ann, north, gas, lift, plain } = await teamWithRules()
    const categories = [gas.id, plain.id, lift.id]
    const file = await ann.ask(uploadFile, { body: sent(north.id, { categories }) }, { file: pdf })

    expect(file.expires_at).toBe('30/09/2027')
    const [added] = await ann.ask(historyOfEach.files, { params: { id: file.id } })
    expect(added?.changes).toContainEqual({
      field: 'expiry_rule',
      from: null,
      to: 'Lift: 6 months after completion',
    })
  })

  test('follows it from the last day of its visit', async () => {
    const { ann, north, spring, gas } = await teamWithRules()
    const body = sent(north.id, { visit_id: spring.id, categories: [gas.id] })
    const file = await ann.ask(uploadFile, { body }, { file: pdf })

    expect(file.expires_at).toBe(spring.ended_at.replace(/\d{4}$/, (year) => String(Number(year) + 1)))
    const [added] = await ann.ask(historyOfEach.files, { params: { id: file.id } })
    expect(added?.changes?.find(({ field }) => field === 'expiry_rule')?.to).toBe('Gas: 12 months after the visit')
  })

  test('does not expire when it says so, or when no category has a rule', async () => {
    const { ann, north, gas, plain } = await teamWithRules()
    const dateOf = async (body: object) =>
      (await ann.ask(uploadFile, { body: sent(north.id, body) }, { file: pdf })).expires_at

    expect(await dateOf({ categories: [gas.id], expires_at: '' })).toBe(null)
    expect(await dateOf({ categories: [plain.id] })).toBe(null)
    expect(await dateOf({ categories: [gas.id], expires_at: '01/01/2030' })).toBe('01/01/2030')
  })

  test.each([
    ['expires_at[]', ['', '01/01/2030'], [null, '01/01/2030', '31/03/2028']],
    ['expires_at', [''], [null, '31/03/2028', '31/03/2028']],
  ])('is one by one of several files, in %s', async (field, dates, expected) => {
    const { ann, north, gas } = await teamWithRules()
    const form = new FormData()
    form.append('site_id', north.id)
    form.append('categories[]', gas.id)
    for (const date of dates) form.append(field, date)
    for (let at = 0; at < 3; at += 1) form.append('completed_at[]', '31/03/2027')
    for (let at = 0; at < 3; at += 1) form.append('file[]', pdf)
    const { body } = await ann.request('POST', '/api/files', { form })

    expect((body as SiteFile[]).map(({ expires_at }) => expires_at)).toEqual(expected)
  })
})

/** Files and documents around 2 June, whose names say when they expire. */
const teamWithDates = async () => {
  const all = await teamWithRecords(app)
  const days = { gone: '01/06', 'last day': '02/06', week: '09/06', month: '02/07', later: '02/08' }
  for (const [name, day] of Object.entries(days)) {
    const body = { name, expires_at: `${day}/2027` }
    await all.ann.call(uploadFile, { body: { ...body, site_id: all.north.id } }, { file: pdf })
    await all.ann.call(uploadDocument, { body }, { file: pdf })
  }
  return all
}
const filesBy = async (who: Member, query: object) => names(await who.ask(listFiles, { query }))

describe('lists', () => {
  // Where the installation is, 2 June has begun.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2027, 5, 1, 23, 30) }))
  afterEach(() => void vi.useRealTimers())

  test('are narrowed to what has expired, or expires within some days', async () => {
    const { ann, acme } = await teamWithDates()
    const by = (expires: string) => filesBy(ann, { expires, sort: 'expires_at' })

    expect(await by('expired')).toEqual(['gone'])
    expect(await by('7')).toEqual(['last day', 'week'])
    expect(await by('30')).toEqual(['last day', 'week', 'month'])
    expect(await by('60d')).toEqual(['last day', 'week', 'month'])
    expect(await by('2027-06-02..2027-06-09')).toEqual(['last day', 'week'])
    expect(await by('2027-06-10..')).toEqual(['month', 'later'])
    expect(await by('..2027-06-02')).toEqual(['gone', 'last day'])
    const query = { expires: '6' }
    expect(names(await ann.ask(listFilesOfClient, { params: { id: acme.id }, query }))).toEqual(['last day'])
    expect(names(await ann.ask(listDocuments, { query }))).toEqual(['last day'])
    expect(names(await ann.ask(searchFiles, { params: { query: 'a' }, query }))).toEqual(['last day'])
    expect(names(await ann.ask(searchDocuments, { params: { query: 'week' }, query }))).toEqual([])
  })

  test('are sorted by it, with what does not expire at the end', async () => {
    const { ann } = await teamWithDates()

    const order = ['gone', 'last day', 'week', 'month', 'later']
    expect((await filesBy(ann, { sort: 'expires_at' })).slice(0, 5)).toEqual(order)
    expect(names(await ann.ask(listDocuments, { query: { sort: 'expires_at' } })).slice(0, 5)).toEqual(order)
  })
})

test('a document has an expiry date, too', async () => {
  const { ann } = await teamWithRecords(app)
  const document = await ann.ask(uploadDocument, { body: { expires_at: '01/03/2027' } }, { file: pdf })
  const several = await ann.ask(uploadDocuments, { body: { expires_at: ['01/04/2027'] } }, { file: pdf })
  const to = async (changes: { expires_at?: string }) => {
    const body = { name: 'Insurance', ...changes }
    return (await ann.ask(renameDocument, { params: { id: document.id }, body })).expires_at
  }

  expect([document.expires_at, several[0]?.expires_at]).toEqual(['01/03/2027', '01/04/2027'])
  expect(await to({})).toBe('01/03/2027')
  expect(await to({ expires_at: '' })).toBe(null)
})
