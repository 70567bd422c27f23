import { describe, expect, it, test } from 'vitest'
import { type Layout, type PathFields, parseLayout } from '#schemas/layouts/layout.ts'
import { proposedLayouts } from '#schemas/layouts/proposals.ts'
import { doesNotFit, pathReader } from '#schemas/layouts/read-path.ts'
import { pathWriter } from '#schemas/layouts/write-path.ts'
import { categoriesCell, categoriesIn } from '#schemas/records/category-path.ts'
import { pathKey } from '#schemas/text/folded-text.ts'
import { safeName, uniqueNames } from '#schemas/text/safe-name.ts'
import { randomFrom } from '#tests/support/random.ts'

const layoutOf = (pattern: string): Layout => {
  const parsed = parseLayout(pattern)
  if ('fault' in parsed) throw new Error(parsed.fault.message)
  return parsed.layout
}
const read = (pattern: string, path: string) => pathReader(layoutOf(pattern))(path)

const whole = '{client}/{site}/[{visit}/]{categories}/{date} {name}'

describe('a pattern', () => {
  test.each([
    ['', 0, 'A layout names a file at least: {name}.'],
    ['{client}/{town}/{name}', 9, 'There is no placeholder {town}.'],
    ['{client}/{site/{name}', 9, 'A brace belongs to a placeholder'],
    ['{client}[/{visit}/{name}', 8, 'This bracket is not closed.'],
    ['{client}]/{name}', 8, 'This bracket closes none.'],
    ['/{client}/{name}', 0, 'A folder without a name stands here.'],
    ['{client}//{name}', 8, 'A folder without a name stands here.'],
    ['{client}/{name}/', 15, 'A folder without a name stands here.'],
    ['{client}{site}/{name}', 8, 'Nothing tells where {client} ends and {site} begins'],
    ['{client}/{client}/{name}', 9, 'The layout says the client twice.'],
    ['{category}/{categories}/{name}', 11, 'The layout says the category twice.'],
    ['{client}/all {categories}/{name}', 13, '{categories} are whole folders.'],
    ['{client}/{name}.pdf', 15, 'Leave the extension out'],
    [`{name}${'x'.repeat(500)}`, 500, 'The layout is too long.'],
  ])('%j is refused where it is wrong', (pattern, at, message) => {
    expect(parseLayout(pattern)).toEqual({ fault: { at, message: expect.stringContaining(message) } })
  })
})

describe('a path', () => {
  test.each([
    [
      whole,
      'Northgate/Quay House/Fire safety/2025-03-11 Extinguishers.pdf',
      'Northgate|Quay House||Fire safety|2025-03-11|Extinguishers',
    ],
    [whole, 'A/B/Annual/Fire/Alarms/20250311 v1.0.pdf', 'A|B|Annual|Fire / Alarms|2025-03-11|v1.0'],
    ['{client}/{site}[/{visit}]/[{date} - ]{name}', 'A/B/Plan.pdf', 'A|B||||Plan'],
    ['{client}/{site}[/{visit}]/[{date} - ]{name}', 'A/B/May/11.03.2025 - Plan.pdf', 'A|B|May||2025-03-11|Plan'],
    ['{client} - {site}/{name}', 'A - B - C/x.jpg', 'A|B - C||||x'],
    ['{*}\\{site}/{name}[ {date}]', 'old/B/Lift report 1 March 2024.pdf', '|B|||2024-03-01|Lift report'],
    ['{site}/{category}/{name}', 'B/Gas; oil/x.pdf', '|B||Gas\\; oil||x'],
    ['{site}/{name}', 'B/Bu\u0308ro.pdf', '|B||||B\u00fcro'],
  ])('by %j is read: %j', (pattern, path, expected) => {
    const found = read(pattern, path)
    const { client, site, visit, category, completed_at, name } = 'fields' in found ? found.fields : {}
    expect([client, site, visit, category, completed_at, name].map((each) => each ?? '').join('|')).toBe(expected)
  })

  test.each([
    ['2025-03-11', '2025-03-11'],
    ['20250311', '2025-03-11'],
    ['11-03-2025', '2025-03-11'],
    ['11.03.2025', '2025-03-11'],
    ['11_03_2025', '2025-03-11'],
    ['11 March 2025', '2025-03-11'],
    ['1 march 2025', '2025-03-01'],
    ['February 2024', '2024-02-29'],
    ['2025', '2025-12-31'],
    ['2025-02-30', null],
    ['31 February 2025', null],
    ['03-25-2025', null],
    ['20251301', null],
    ['11-03.2025', null],
    ['12025', null],
  ])('has the day %s: %s', (text, day) => {
    const found = read('{name} {date}', `Report ${text}.pdf`)
    expect('fields' in found ? found.fields : null).toEqual(day && { name: 'Report', completed_at: day })
  })

  it('may say that a file does not expire', () => {
    const fields = (path: string) => read('{site}/{name} until {expires}', path)
    expect(fields('B/Gas until none.pdf')).toEqual({ fields: { site: 'B', name: 'Gas', expires_at: 'none' } })
    expect(fields('B/Gas until March 2027.pdf')).toEqual({
      fields: { site: 'B', name: 'Gas', expires_at: '2027-03-31' },
    })
  })

  test.each([
    'A/x.pdf',
    'A/ /Fire/2025 x.pdf',
    'A/B/Fire/x.pdf',
    'A/B/2025 x.pdf',
    `A/B/Fire/2025 ${'x'.repeat(300)}.pdf`,
    '',
  ])('does not fit: %j', (path) => {
    expect(read(whole, path)).toEqual({ refusal: doesNotFit })
  })

  it('is read at once, whatever the pattern and however long it is', () => {
    const pattern = `${'{*}-'.repeat(20)}${'[{*}x-]'.repeat(20)}/[[{*}/]{*} -/][{categories}/]{client}_{name} {date}`
    const path = `${`${'-x'.repeat(127)}/`.repeat(16)}${'-x_ '.repeat(60)}`
    expect(read(pattern, path)).toEqual({ refusal: doesNotFit })
  })
})

/** Names as people and systems write them. */
const names = [
  'Northgate',
  'B\u00fcro Süd',
  'Bu\u0308ro',
  '..',
  '.hidden',
  'x'.repeat(200),
  'Thumbs.db',
  '~$lock',
  'CON',
  'a/b',
  'a\\b',
  'C:',
  '東京',
  'Gas; oil',
  'v1.0',
  '2025',
]

/** A repeatable choice. */
const choosing = (seed: number) => {
  const next = randomFrom(seed)
  return <Each>(all: readonly Each[]): Each => all[Math.floor(next() * all.length)] as Each
}

describe('files that are written and read again', () => {
  it('say the same, in 300 random folders', () => {
    const seed = Number(process.env.SEED ?? 36)
    console.info(`SEED=${seed}`)
    const one = choosing(seed)
    const layouts = [
      '{client}/{site}/[at {visit}/]{categories}/{date} {name}',
      '{category}/{client}/{site}[/{visit}]/[{date} ]at {name}',
    ].map(layoutOf)
    const inFolder = (name: string) => safeName(name.replace(/[\\/]/g, '-'), 60)
    for (let round = 0; round < 300; round += 1) {
      const layout = one(layouts)
      const write = pathWriter(layout, uniqueNames())
      const paths = new Set<string>()
      for (let file = 0; file < 5; file += 1) {
        const path = layout.pattern.startsWith('{category}')
          ? [one(names)]
          : [one(names), one(names), one(names)].slice(file % 3)
        const told: PathFields = {
          client: one(names),
          site: one(names),
          category: categoriesCell([path]),
          completed_at: '2025-03-11',
          name: one(['Plan', 'Prüfung', 'v1.0', 'Gas - west']),
        }
        const visit = one([undefined, ...names.filter((name) => !/^\W+$/.test(name))])
        const written = write(visit === undefined ? told : { ...told, visit }, '.pdf')
        paths.add(written.toLowerCase())
        for (const name of written.split('/')) expect(name).toBe(safeName(name, 85))
        const expected: PathFields = {
          ...told,
          client: inFolder(told.client ?? ''),
          site: inFolder(told.site ?? ''),
          category: categoriesCell([path.map(inFolder)]),
          ...(visit !== undefined && {
            visit: layout.pattern.includes('at {visit}') ? inFolder(`at ${visit}`).slice(3) : inFolder(visit),
          }),
        }
        const found = pathReader(layout)(written)
        const { name, ...fields } = 'fields' in found ? found.fields : {}
        expect({ ...fields, name: name?.replace(/ \(\d\)$/, '') }, `SEED=${seed}: ${written}`).toEqual(expected)
      }
      expect(paths.size).toBe(5)
    }
  })

  it('leave out what nobody said, and never leave their folder', () => {
    const write = pathWriter(layoutOf(whole), uniqueNames())
    expect(write({ client: '..', site: 'B', completed_at: '2025-03-11', name: '../../x' }, '.pdf')).toBe(
      '_/B/2025-03-11 ..-..-x.pdf',
    )
    expect(
      write({ site: 'b', completed_at: '2025', name: 'X.PDF', category: 'Fire / Alarms\\/bells; Gas' }, '.pdf'),
    ).toBe('b/Fire/Alarms-bells/2025 X.PDF')
    expect(pathWriter(layoutOf('../{site}/{name}'), uniqueNames())({ site: 'B', name: 'x' }, '.pdf')).toBe('_/B/x.pdf')
  })
})

test('paths of categories are one cell, whatever is in their names', () => {
  const paths = [['Fire', 'Alarms / bells'], ['a\\b', ';'], ['Gas']]
  expect(categoriesCell(paths)).toBe('Fire / Alarms \\/ bells; a\\\\b / \\;; Gas')
  expect(categoriesIn(categoriesCell(paths))).toEqual(paths)
  expect(categoriesIn(' ; Fire /Alarms;; C:\\Gas ')).toEqual([['Fire', 'Alarms'], ['C:\\Gas']])
})

test('names in paths are compared without case, accents and the signs that stand for spaces', () => {
  expect(new Set(['Café  du-Nord', 'CAFE_DU NORD', 'cafe\u0301 du nord '].map(pathKey)).size).toBe(1)
})

describe('proposals', () => {
  const team = {
    clients: ['Northgate', 'Harbour'],
    sites: [
      { client: 'Northgate', name: 'Quay House' },
      { client: 'Harbour', name: 'Mill' },
    ],
    visits: ['Annual check'],
    categories: [['Fire safety'], ['Fire safety', 'Alarms'], ['Gas']],
  }
  const nobody = { clients: [], sites: [], visits: [], categories: [] }
  const best = (paths: readonly string[], names = team) => proposedLayouts(paths, names)[0]?.pattern

  test.each([
    [
      ['Northgate/Quay House/Gas/2025-03-11 Boiler.pdf', 'Harbour/Mill/Fire safety/Alarms/2024 Test.pdf'],
      '{client}/{site}/[{categories}/][{date} ]{name}',
    ],
    [['Northgate/Quay House/Annual check/Gas/Boiler.pdf'], '{client}/{site}/{visit}/[{categories}/]{name}'],
    [['Gas/Northgate/quay_house/Boiler - 11.03.2025.pdf'], '{category}/{client}/{site}/{name}[ - {date}]'],
    [
      ['Quay House/Gas/2025-03-11_Boiler.pdf', 'Mill/Gas/2025-03-12_Boiler.pdf'],
      '{site}/[{categories}/][{date}_]{name}',
    ],
    [['Northgate - Quay House/x.pdf'], '{client} - {site}/[{categories}/]{name}'],
    [['share/Harbour/Mill/x.pdf'], '{*}/{client}/{site}/[{categories}/]{name}'],
    [['Northgate/Quay House/2025/Gas/x.pdf'], '{client}/{site}/{date}/[{categories}/]{name}'],
  ])('of %j begin with %j', (paths, pattern) => {
    expect(best(paths)).toBe(pattern)
  })

  it('are three with what they count and examples, also where the team has no names', () => {
    const paths = [
      'A/B/Fire/2025-03-11 - x.pdf',
      'A/C/Fire/Alarms/2025-03-12 - y.pdf',
      'A/D/2025-03-13 - z.pdf',
      'A/loose.pdf',
    ]
    const proposals = proposedLayouts(paths, nobody)
    expect(new Set(proposals.map(({ pattern }) => pattern.replace(/[^/]*$/, ''))).size).toBe(3)
    expect(proposals[0]).toEqual({
      pattern: '{client}/{site}/[{categories}/][{date} - ]{name}',
      fits: 3,
      known: 0,
      examples: expect.arrayContaining([
        { path: paths[0], fields: { client: 'A', site: 'B', category: 'Fire', completed_at: '2025-03-11', name: 'x' } },
      ]),
    })
  })
})
