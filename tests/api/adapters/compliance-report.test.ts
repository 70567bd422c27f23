import { PDFDocument } from 'pdf-lib'
import { expect, test } from 'vitest'
import { type ComplianceReport, complianceReport } from '#api/adapters/pdf/compliance-report.ts'
import { reportInThread } from '#api/adapters/pdf/report-in-thread.ts'
import { numbersOf } from '#api/presenters/compliance.ts'
import { cellStates } from '#schemas/records/cell-states.ts'
import { ComplianceRow } from '#schemas/resources/compliance.ts'
import { textOf } from '#tests/api/renderer/documents.ts'
import { newCategoryId, newClientId, newSiteId } from '#tests/support/new-ids.ts'

/** Sites of a client, in each of which the states of the categories come in their order, from one on. */
const rowsOf = (client: string, sites: readonly string[], categories: readonly { id: string }[]) =>
  sites.map((name, at) => {
    const cells = categories.map(({ id }, of) => {
      const state = cellStates[(at + of) % cellStates.length] ?? 'missing'
      const expires_at = ['expired', 'expiring', 'valid'].includes(state) ? '31/12/2027' : null
      const exemption = state === 'exempt' ? { reason: 'No water on site', until: null } : null
      return { category_id: id, state, expires_at, days: null, file: null, files: 0, exemption }
    })
    const many = (each: string) => cells.filter(({ state }) => state === each).length
    const counts = Object.fromEntries(cellStates.map((state) => [state, many(state)]))
    const site = { id: newSiteId(), name, postcode: null }
    return ComplianceRow.parse({
      site,
      client: { id: newClientId(), name: client },
      required: cells.length,
      ...counts,
      cells,
    })
  })

const categoriesOf = (many: number) =>
  Array.from({ length: many }, (_, at) => ({ id: newCategoryId(), name: `Category ${at + 1}.` }))

const reportOf = async (clients: Record<string, readonly string[]>, categories = categoriesOf(2)) => {
  const own = Object.entries(clients).map(([name, sites]) => ({ name, rows: rowsOf(name, sites, categories) }))
  const bytes = await complianceReport({
    team: 'North Facilities',
    part: null,
    at: 'November 28th, 2026, 09:05 GMT',
    numbers: numbersOf(own.flatMap(({ rows }) => rows)),
    categories,
    clients: own.map(({ name, rows }) => ({ name, rows, numbers: numbersOf(rows) })),
  })
  return { text: await textOf(bytes), pages: (await PDFDocument.load(bytes)).getPageCount() }
}

const times = (many: number, word: string) => Array.from({ length: many }, (_, at) => `${word} ${at + 1};`)
const howOften = (text: string, part: string) => text.split(part).length - 1

test('a report says whose it is, of when, what each state means, and how each client and site stands', async () => {
  const { text, pages } = await reportOf({ Acme: ['North', 'South', 'Depot'], Zenith: ['East'] })

  expect(pages).toBe(3)
  for (const part of [
    'North Facilities',
    'As it was on November 28th, 2026, 09:05 GMT.',
    'There is no file.',
    'The site does not need it',
    // Sites, required, share, missing, expired, expiring, valid, exempt.
    /Acme 3 6 50 % 1 2 2 1 0/,
    /All 4 8 37 % 2 3 2 1 0/,
    /Sites of Zenith Category 1. Category 2./,
    /South Expired\s+31\/12\/2027\s+Expiring\s+31\/12\/2027/,
    'Page 3 of 3',
  ]) {
    expect(text).toMatch(part)
  }
})

test('letters are found in every report, although an earlier one had them with accents alone', async () => {
  await reportOf({ ΏЙẂ: ['North'] })

  const { text } = await reportOf({ 'ΩИW Estates': ['East'] })

  expect(text).toMatch('ΩИW Estates\r\nIn order')
})

test('what is not needed stands with its reason', async () => {
  const { text } = await reportOf({ Acme: times(5, 'Site') })

  expect(text).toMatch(/Site 4; Not needed: Category 2. No water on site/)
})

test('a long table goes on with its heading on each page, and more than twelve categories in a table below', async () => {
  const long = await reportOf({ Acme: times(60, 'Site') })
  // The summary is before it, and reasons are on a page behind it.
  expect([long.pages, howOften(long.text, 'Sites of Acme')]).toEqual([6, 4])
  for (const site of times(60, 'Site')) expect(long.text).toContain(site)

  const wide = await reportOf({ Acme: ['North'] }, categoriesOf(13))
  expect([wide.pages, howOften(wide.text, 'Sites of Acme')]).toEqual([2, 2])
})

test('names in any script and of any length do not break it', async () => {
  const names = ['שלום עולם', 'شركة الصيانة', '東京ビル', 'W'.repeat(255), '\u{1F600}', 'Ελληνική']
  const { text } = await reportOf({ [names.join(' ')]: names, [`${'long '.repeat(60)}end.`]: [] })

  expect(text).toContain('Ελληνική')
  expect(text).toContain('end.')
})

test('threads draw reports one after the other and side by side, also after one that cannot be drawn', async () => {
  const of = (team: string): ComplianceReport => ({
    team,
    part: null,
    at: 'today',
    numbers: numbersOf([]),
    categories: [],
    clients: [],
  })
  const drawn = async (team: string) => textOf(await reportInThread({ kind: 'compliance', report: of(team) }))

  expect(await drawn('North')).toContain('North')
  expect(await drawn('South')).toContain('South')
  await expect(
    reportInThread({ kind: 'compliance', report: { ...of('East'), clients: [{}] as never } }),
  ).rejects.toThrow(TypeError)
  const both = await Promise.all([drawn('West'), drawn('Middle')])

  expect(both.map((text, at) => text.includes(['West', 'Middle'][at] ?? ''))).toEqual([true, true])
})
