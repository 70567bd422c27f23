import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Projection } from '#projections/projection.ts'
import { openForReading } from '#projections/read-db.ts'
import { openRunner, type Runner } from '#projections/runner.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { coreWorld } from '#tests/support/core-world.ts'
import { newClientId } from '#tests/support/new-ids.ts'

const names: Projection = {
  name: 'names',
  version: 1,
  tables: 'CREATE TABLE names (name TEXT NOT NULL) STRICT;',
  handlers: { ClientAdded: (db, { data }) => db.run('INSERT INTO names (name) VALUES (?)', data.name) },
}
const squeamish: Projection = {
  ...names,
  name: 'squeamish',
  handlers: {
    ClientAdded: (db, event) => {
      if (event.data.name === 'bad') throw new Error('cannot take it')
      return names.handlers.ClientAdded?.(db, event)
    },
  },
}
const blanking: Projection = {
  ...names,
  name: 'blanking',
  handlers: { ...names.handlers, PersonErased: (db) => db.run("UPDATE names SET name = ''") },
}

describe('the runner', () => {
  let folder: string
  let world: ReturnType<typeof coreWorld>
  const opened: Runner[] = []
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'runner-'))
    world = coreWorld()
  })
  afterEach(async () => {
    for (const runner of opened.splice(0)) runner.close()
    await rm(folder, { recursive: true })
  })

  const open = (projections: Projection[], onFlush?: (news: readonly RecordedEvent[]) => void) => {
    const runner = openRunner(folder, projections, onFlush)
    opened.push(runner)
    return runner
  }
  const restart = (projections: Projection[], onFlush?: (news: readonly RecordedEvent[]) => void) => {
    for (const runner of opened.splice(0)) runner.close()
    return open(projections, onFlush)
  }
  const give = (runner: Runner, ...events: RecordedEvent[]) => {
    for (const event of events) runner.take(event.position, event)
    runner.flush()
  }
  const namesIn = (projection: Projection) => {
    const db = openForReading(folder, projection)
    const found = db.all<{ name: string }>('SELECT name FROM names ORDER BY rowid').map(({ name }) => name)
    db.close()
    return found
  }

  test('starts at the beginning and keeps rows and place', () => {
    const runner = open([names])
    expect(runner.from()).toBeNull()
    const event = world.clientAdded('one')

    give(runner, event)

    expect(namesIn(names)).toEqual(['one'])
    expect(runner.from()).toBe(event.position)
    expect(runner.states()).toEqual([{ name: 'names', position: event.position, failed: null }])
  })

  test('writes nothing before it is told to, and then all at once', () => {
    const runner = open([names])
    const events = ['one', 'two'].map((name) => world.clientAdded(name))
    for (const event of events) runner.take(event.position, event)
    expect(namesIn(names)).toEqual([])

    runner.flush()

    expect(namesIn(names)).toEqual(['one', 'two'])
  })

  test('writes by itself before it has taken too much', () => {
    const runner = open([names])
    for (let each = 0; each < 501; each += 1) {
      const event = world.clientAdded(String(each))
      runner.take(event.position, event)
    }

    expect(namesIn(names)).toHaveLength(500)
  })

  test('goes on after a restart where it was, and takes nothing twice', () => {
    const [one, two] = [world.clientAdded('one'), world.clientAdded('two')]
    give(open([names]), one)

    const runner = restart([names])
    expect(runner.from()).toBe(one.position)
    give(runner, one, two)

    expect(namesIn(names)).toEqual(['one', 'two'])
  })

  test('keeps what it took when it is closed', () => {
    const runner = open([names])
    const event = world.clientAdded('one')
    runner.take(event.position, event)

    restart([names])

    expect(namesIn(names)).toEqual(['one'])
  })

  test('moves on over what is none of ours, and never back', () => {
    const runner = open([names])
    give(runner, world.clientAdded('one'))
    runner.take('5000')
    runner.flush()
    runner.take('4000')
    runner.flush()

    expect(runner.from()).toBe('5000')
  })

  test('keeps a place that came without rows when it is closed, and after a crash reads a little again', () => {
    const runner = open([names])
    const one = world.clientAdded('one')
    const passing = Array.from({ length: 2005 }, () => world.siteAdded(newClientId(), 'of no interest'))
    give(runner, one)
    give(runner, ...passing.slice(0, 1))
    expect(runner.from()).toBe(passing[0]?.position)

    expect(open([names]).from()).toBe(one.position)
    const next = restart([names])
    expect(next.from()).toBe(passing[0]?.position)
    give(next, ...passing)
    expect(open([names]).from()).toBe(passing[1999]?.position)
  })

  test('builds a file of another version anew', () => {
    give(open([names]), world.clientAdded('old'))

    const runner = restart([{ ...names, version: 2 }])

    expect(runner.from()).toBeNull()
    expect(namesIn(names)).toEqual([])
  })

  test('builds a file that is missing anew', async () => {
    give(open([names]), world.clientAdded('old'))
    opened.splice(0)[0]?.close()
    await rm(join(folder, 'names.sqlite'))

    expect(open([names]).from()).toBeNull()
  })

  test.each([
    ['garbage', Buffer.from('this is no database'.repeat(1000))],
    ['nothing', Buffer.alloc(0)],
  ])('builds a file of %s anew', async (_, bytes) => {
    give(open([names]), world.clientAdded('old'))
    opened.splice(0)[0]?.close()
    await writeFile(join(folder, 'names.sqlite'), bytes)

    const runner = open([names])
    give(runner, world.clientAdded('new'))

    expect(namesIn(names)).toEqual(['new'])
  })

  test('reads again for one that is new, and leaves the others as they are', () => {
    const one = world.clientAdded('one')
    give(open([names]), one)

    const runner = restart([names, { ...names, name: 'later' }])
    expect(runner.from()).toBeNull()
    give(runner, one)

    expect(namesIn(names)).toEqual(['one'])
    expect(namesIn({ ...names, name: 'later' })).toEqual(['one'])
  })

  test('lets one that fails stand still, with neither rows nor place of what it failed at', () => {
    const runner = open([names, squeamish])
    const good = world.clientAdded('good')
    give(runner, good)
    const after = ['fine', 'bad', 'more'].map((name) => world.clientAdded(name))

    give(runner, ...after)

    expect(namesIn(names)).toEqual(['good', 'fine', 'bad', 'more'])
    expect(namesIn(squeamish)).toEqual(['good'])
    expect(runner.states()).toMatchObject([
      { name: 'names', failed: null },
      { name: 'squeamish', position: good.position, failed: 'cannot take it' },
    ])
    expect(runner.from()).toBe(after.at(-1)?.position)
  })

  test('gives one that failed another chance at the next start', () => {
    const bad = world.clientAdded('bad')
    give(open([names, squeamish]), bad)

    const runner = restart([names, { ...squeamish, handlers: names.handlers }])
    expect(runner.from()).toBeNull()
    give(runner, bad)

    expect(namesIn(squeamish)).toEqual(['bad'])
  })

  test('tells what is news after it is written, and never what was known before', () => {
    const told: string[][] = []
    const hear = (news: readonly RecordedEvent[]) => void told.push(news.map(({ position }) => position))
    const [one, two] = [world.clientAdded('one'), world.clientAdded('two')]
    give(open([names], hear), one)

    give(restart([names, { ...names, name: 'later' }], hear), one, two)

    expect(told).toEqual([[one.position], [two.position]])
  })

  test('[D-90] leaves nothing on disk of what was blanked', async () => {
    const onDisk = async () => {
      const files = (await readdir(folder)).map((name) => readFile(join(folder, name), 'latin1'))
      return (await Promise.all(files)).join('')
    }
    const runner = open([blanking])
    give(runner, world.clientAdded('Zwaantje'))
    const before = await onDisk()

    const data = { userId: world.userId, addressedIds: [] }
    give(runner, world.record('user', { type: 'PersonErased', data }))

    expect(before).toContain('Zwaantje')
    expect(await onDisk()).not.toContain('Zwaantje')
    expect(namesIn(blanking)).toEqual([''])
  })
})
