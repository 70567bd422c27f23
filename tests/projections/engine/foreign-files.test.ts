import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, test } from 'vitest'
import { foreignPlacesOf } from '#api/event-store/foreign-places.ts'
import { removeForeign } from '#projections/engine/foreign-files.ts'
import type { Projection } from '#projections/engine/projection.ts'
import { openForReading, openForWriting, positionOf, setPlace } from '#projections/engine/read-db.ts'
import { carriedFolder } from '#projections/engine/replace-file.ts'
import { temporaryFolder } from '#tests/support/folders.ts'

const names: Projection = { name: 'names', version: 1, tables: 'CREATE TABLE names (name TEXT) STRICT;', handlers: {} }

describe('[D-110] the file of a read model beside a log', () => {
  let folder: string
  let reports: string[]
  beforeEach(() => {
    folder = temporaryFolder()
    reports = []
  })

  const write = (place: { position: string; id: string }, to = folder) => {
    mkdirSync(to, { recursive: true })
    const db = openForWriting(to, names)
    setPlace(db, place)
    db.close()
  }
  /** Compares the files with a log that holds these events, by position. */
  const compareWith = (events: Record<string, string>) => {
    const asked: string[] = []
    const idAt = async (position: string) => {
      asked.push(position)
      return events[position] ?? null
    }
    const isForeign = foreignPlacesOf({ idAt })
    const others = { ...names, name: 'others' }
    return removeForeign(folder, [names, others], isForeign, (line) => reports.push(line)).then(() => asked)
  }
  const files = () => readdirSync(folder).filter((name) => name.endsWith('.sqlite'))

  test('stays where the log holds its event at its place', async () => {
    write({ position: '7', id: 'seven' })

    await compareWith({ 7: 'seven', 9: 'nine' })

    expect([files(), reports]).toEqual([['names.sqlite'], []])
  })

  test.for([
    ['the log holds another event there', { 7: 'other' }],
    ['the log holds none there', { 6: 'six', 9: 'nine' }],
    ['the log ends before', { 6: 'six' }],
  ] as const)('is removed, and named, where %s', async ([, events]) => {
    write({ position: '7', id: 'seven' })

    await compareWith(events)

    expect(files()).toEqual([])
    expect(reports).toEqual([
      'The read model names is built anew: the log holds another event at its position, or ends before it.',
    ])
  })

  const place = () => {
    const db = openForReading(folder, names)
    const position = positionOf(db)
    db.close()
    return position
  }

  test.for([
    ['that is of another log', [{ position: '7', id: 'seven' }]],
    ['that is not there', []],
  ] as const)('[D-112] %s is taken from what was carried over with the log', async ([, written]) => {
    for (const each of written) write(each)
    write({ position: '70', id: 'seven' }, carriedFolder(folder))

    await compareWith({ 70: 'seven', 90: 'nine' })

    expect([place(), reports, readdirSync(carriedFolder(folder))]).toEqual(['70', [], []])
  })

  test('[D-112] is not taken from what was carried over to another log', async () => {
    write({ position: '7', id: 'seven' })
    write({ position: '70', id: 'seven' }, carriedFolder(folder))

    await compareWith({ 7: 'seven', 9: 'nine' })

    expect([place(), reports, readdirSync(carriedFolder(folder))]).toEqual(['7', [], []])
  })

  test('of an earlier version, which kept no ids, stays where the log holds any event at its place', async () => {
    const db = new DatabaseSync(join(folder, 'names.sqlite'))
    db.exec("CREATE TABLE projection (version INTEGER NOT NULL, position TEXT); INSERT INTO projection VALUES (1, '7')")
    db.close()

    await compareWith({ 7: 'seven' })
    expect(files()).toEqual(['names.sqlite'])
    await compareWith({ 6: 'six' })
    expect(files()).toEqual([])
  })

  test('that holds nothing yet, or is damaged, is left to whoever opens it', async () => {
    openForWriting(folder, names).close()
    writeFileSync(join(folder, 'others.sqlite'), 'not a database, but longer than the header of one would be')

    expect(await compareWith({})).toEqual([])

    expect([files(), reports]).toEqual([['names.sqlite', 'others.sqlite'], []])
  })

  test('keeps the write-ahead log that tells of a crash', async () => {
    const crashed = temporaryFolder()
    const db = openForWriting(crashed, names)
    setPlace(db, { position: '7', id: 'seven' })
    cpSync(crashed, folder, { recursive: true })
    db.close()

    await compareWith({ 7: 'seven' })

    expect(existsSync(join(folder, 'names.sqlite-wal'))).toBe(true)
  })

  test('that was closed gets no write-ahead log, which would have it checked as after a crash', async () => {
    write({ position: '7', id: 'seven' })

    await compareWith({ 7: 'seven' })

    expect(readdirSync(folder)).toEqual(['names.sqlite'])
  })

  test('asks the log once for places that several files share', async () => {
    write({ position: '7', id: 'seven' })
    cpSync(join(folder, 'names.sqlite'), join(folder, 'others.sqlite'))

    expect(await compareWith({ 7: 'seven' })).toEqual(['7'])
  })
})
