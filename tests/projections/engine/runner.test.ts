import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openBuilder } from '#projections/engine/builder.ts'
import type { Projection } from '#projections/engine/projection.ts'
import { openForReading } from '#projections/engine/read-db.ts'
import { openRunner, type Runner } from '#projections/engine/runner.ts'
import type { EventReference } from '#schemas/event.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { coreWorld } from '#tests/support/core-world.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
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

const referenceOf = ({ id, type, stream, position }: RecordedEvent): EventReference => ({ id, type, stream, position })

describe('the runner', () => {
  let folder: string
  let world: ReturnType<typeof coreWorld>
  let one: RecordedEvent
  let two: RecordedEvent
  const opened: Runner[] = []
  beforeEach(() => {
    folder = temporaryFolder()
    world = coreWorld()
    one = world.clientAdded('one')
    two = world.clientAdded('two')
  })
  const closeAll = () => {
    for (const runner of opened.splice(0)) runner.close()
  }
  afterEach(closeAll)

  const open = (projections: Projection[], options: Parameters<typeof openRunner>[2] = {}) => {
    const runner = openRunner(folder, projections, options)
    opened.push(runner)
    return runner
  }
  const restart = (...args: Parameters<typeof open>) => {
    closeAll()
    return open(...args)
  }
  const makeElsewhere = async () => {
    const elsewhere = join(folder, 'elsewhere')
    await mkdir(elsewhere)
    return elsewhere
  }
  const give = (runner: Runner, ...events: RecordedEvent[]) => {
    for (const event of events) runner.advance(event, event)
    runner.flush()
  }
  const namesIn = (projection: Projection, parent = folder) => {
    const db = openForReading(parent, projection)
    const found = db.all<{ name: string }>('SELECT name FROM names ORDER BY rowid').map(({ name }) => name)
    db.close()
    return found
  }

  test('starts at the beginning and stores rows and position', () => {
    const runner = open([names])
    expect(runner.from()).toBeNull()

    give(runner, one)

    expect(namesIn(names)).toEqual(['one'])
    expect(runner.from()).toBe(one.position)
    expect(runner.states()).toEqual([{ name: 'names', position: one.position, failed: null }])
  })

  test('writes nothing before a flush, and then all in one transaction', () => {
    const runner = open([names])
    for (const event of [one, two]) runner.advance(event, event)
    expect(namesIn(names)).toEqual([])

    runner.flush()

    expect(namesIn(names)).toEqual(['one', 'two'])
  })

  test('flushes by itself when it holds too many events', () => {
    const runner = open([names])
    for (let each = 0; each < 501; each += 1) {
      const event = world.clientAdded(String(each))
      runner.advance(event, event)
    }

    expect(namesIn(names)).toHaveLength(500)
  })

  test('continues at its position after a restart, and applies no event twice', () => {
    give(open([names]), one)

    const runner = restart([names])
    expect(runner.from()).toBe(one.position)
    give(runner, one, two)

    expect(namesIn(names)).toEqual(['one', 'two'])
  })

  test('flushes when it is closed', () => {
    const runner = open([names])
    runner.advance(one, one)

    restart([names])

    expect(namesIn(names)).toEqual(['one'])
  })

  test('advances over events without a handler, and never goes back', () => {
    const runner = open([names])
    give(runner, one)
    runner.advance({ position: '5000', id: 'five' })
    runner.flush()
    runner.advance({ position: '4000', id: 'four' })
    runner.flush()

    expect(runner.from()).toBe('5000')
  })

  test('stores a position without rows when it is closed, and reads a few events again after a crash', () => {
    const runner = open([names])
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

  test('reads the log again for a new projection, and leaves the others unchanged', () => {
    give(open([names]), one)

    const runner = restart([names, { ...names, name: 'later' }])
    expect(runner.from()).toBeNull()
    give(runner, one)

    expect(namesIn(names)).toEqual(['one'])
    expect(namesIn({ ...names, name: 'later' })).toEqual(['one'])
  })

  test('leaves a missing file alone until it was built elsewhere, and goes on from there', async () => {
    const elsewhere = await makeElsewhere()
    const built = openRunner(elsewhere, [names])
    give(built, one)
    built.close()
    give(open([{ ...names, name: 'there' }]), one)

    const runner = restart([names, { ...names, name: 'there' }], { missingFrom: one.position })
    expect([runner.toBuild(), runner.from()]).toEqual([['names'], one.position])
    give(runner, two)
    expect(namesIn(names)).toEqual([])
    runner.replace('names', elsewhere)
    expect([runner.toBuild(), runner.from()]).toEqual([[], one.position])
    give(runner, two)

    expect(namesIn(names)).toEqual(['one', 'two'])
    expect(namesIn({ ...names, name: 'there' })).toEqual(['one', 'two'])
    expect(await readdir(join(folder, '.former'))).toEqual([])
  })

  /** The version after `names`: it also keeps the id of the event. */
  const identified: Projection = {
    ...names,
    version: 2,
    tables: 'CREATE TABLE names (name TEXT NOT NULL, event_id TEXT) STRICT;',
    handlers: {
      ClientAdded: (db, { data, id }) => db.run('INSERT INTO names (name, event_id) VALUES (?, ?)', data.name, id),
    },
  }
  const identifiedIn = () => {
    const db = openForReading(folder, identified)
    const found = db.all<{ name: string; event_id: string | null }>('SELECT name, event_id FROM names ORDER BY rowid')
    db.close()
    return found.map(({ name, event_id }) => [name, event_id !== null])
  }
  const builtFrom = async (...events: RecordedEvent[]) => {
    const elsewhere = await makeElsewhere()
    const builder = openBuilder(elsewhere, identified)
    for (const event of events) builder.advance(event, event)
    builder.finish()
    return elsewhere
  }

  test('goes on with the file of an earlier version until the new one holds as much, and forgets it then', async () => {
    const three = world.clientAdded('three')
    give(open([names]), one)

    const runner = restart([identified], { missingFrom: one.position })
    expect([runner.toBuild(), runner.from()]).toEqual([['names'], one.position])
    give(runner, two)
    expect(identifiedIn()).toEqual([
      ['one', false],
      ['two', true],
    ])
    expect(runner.states()).toMatchObject([{ position: two.position, failed: null, outdated: true }])

    runner.replace('names', await builtFrom(one))
    expect([runner.from(), identifiedIn().length, runner.states()[0]?.position]).toEqual([
      one.position,
      2,
      two.position,
    ])
    give(runner, two, three)

    expect(identifiedIn()).toEqual([
      ['one', true],
      ['two', true],
      ['three', true],
    ])
    expect(runner.states()).toEqual([{ name: 'names', position: three.position, failed: null }])
    expect(runner.toBuild()).toEqual([])
    expect(await readdir(join(folder, '.former'))).toEqual([])
  })

  test('is as far as before once the new file is in place, though its last events are not about it', async () => {
    const site = world.siteAdded(newClientId(), 'Depot')
    give(open([names]), one)
    const runner = restart([identified], { missingFrom: one.position })
    give(runner, site)

    runner.replace('names', await builtFrom(one))
    give(runner, site)

    expect(runner.states()).toEqual([{ name: 'names', position: site.position, failed: null }])
  })

  test('builds the file of an earlier version again after a crash', () => {
    give(open([names]), one)
    give(restart([identified], { missingFrom: one.position }), two)

    expect(restart([identified], { missingFrom: two.position }).toBuild()).toEqual(['names'])
  })

  test('reports no event twice while a new file catches up, and says when it was put in place', async () => {
    give(open([names]), one)
    const told: string[] = []
    const replaced: string[] = []
    const runner = restart([identified], {
      missingFrom: one.position,
      onFlush: (news) => told.push(...news.map(({ position }) => position)),
      onReplaced: (name) => replaced.push(name),
    })
    give(runner, two)

    runner.replace('names', await builtFrom(one))
    expect(replaced).toEqual([])
    give(runner, two)

    expect([told, replaced]).toEqual([[two.position], ['names']])
  })

  test('applies the whole log to a missing file that could not be built elsewhere', () => {
    const runner = open([names], { missingFrom: one.position })
    expect(runner.from()).toBe(one.position)

    runner.apply('names')
    expect(runner.from()).toBeNull()
    give(runner, one)

    expect(namesIn(names)).toEqual(['one'])
  })

  test('[D-105] stops a projection right before the event that it cannot apply, and names it', () => {
    const runner = open([names, squeamish])
    const good = world.clientAdded('good')
    give(runner, good)
    const fine = world.clientAdded('fine')
    const bad = world.clientAdded('bad')
    const more = world.clientAdded('more')

    give(runner, fine, bad, more)

    expect(namesIn(names)).toEqual(['good', 'fine', 'bad', 'more'])
    expect(namesIn(squeamish)).toEqual(['good', 'fine'])
    expect(runner.states()).toMatchObject([
      { name: 'names', failed: null },
      {
        name: 'squeamish',
        position: fine.position,
        at: referenceOf(bad),
        failed: `ClientAdded ${bad.id} in ${bad.stream}, position ${bad.position}: cannot take it`,
      },
    ])
    expect(runner.from()).toBe(more.position)
  })

  test('[D-105] an event that cannot be read stops those that handle its type, and no others', () => {
    const deaf: Projection = { ...blanking, name: 'deaf', handlers: {} }
    const runner = open([names, deaf])
    const torn = world.clientAdded('torn')
    const more = world.clientAdded('more')
    runner.advance(one, one)
    runner.unreadable({ ...referenceOf(torn), reason: 'name: missing' })

    give(runner, more)

    expect(namesIn(names)).toEqual(['one'])
    const failed = `ClientAdded ${torn.id} in ${torn.stream}, position ${torn.position}: name: missing`
    expect(runner.states()).toEqual([
      { name: 'names', position: one.position, failed, at: referenceOf(torn) },
      { name: 'deaf', position: more.position, failed: null },
    ])
  })

  test('[D-105] goes on without an event that an operator skips, at once, after a restart and in a rebuild', async () => {
    const onSkip = vi.fn()
    const runner = open([names, squeamish], { onSkip })
    const bad = world.clientAdded('bad')
    const torn = world.clientAdded('torn')
    const more = world.clientAdded('more')
    const skipped = (event: RecordedEvent, readModels: string[]) => {
      const { id: eventId, type, stream } = event
      // As of a log that was copied since: the event was at another position.
      return world.record('skips', 'EventSkipped', { eventId, type, stream, position: '7', readModels })
    }
    const giveLog = (to: Runner, ...skips: RecordedEvent[]) => {
      to.advance(bad, bad)
      to.unreadable({ ...referenceOf(torn), reason: 'torn' })
      give(to, more, ...skips)
    }
    const decided = [skipped(bad, ['squeamish']), skipped(torn, ['names'])]

    giveLog(runner, ...decided)
    expect(onSkip).toHaveBeenCalledTimes(2)
    runner.resume()
    giveLog(runner)

    expect(runner.states().map(({ failed }) => failed)).toEqual([null, null])
    expect([namesIn(names), namesIn(squeamish)]).toEqual([['bad', 'more'], ['more']])

    const skips = decided.map(({ data }) => data as { eventId: string; readModels: string[] })
    const later = open([{ ...names, name: 'later' }], { skips })
    giveLog(later)
    expect(namesIn({ ...names, name: 'later' })).toEqual(['bad', 'more'])
    const elsewhere = await makeElsewhere()
    const builder = openBuilder(elsewhere, squeamish, skips)
    builder.advance(bad, bad)
    builder.unreadable({ ...referenceOf(torn), reason: 'torn' })
    builder.advance(more, more)
    builder.finish()
    expect(namesIn(squeamish, elsewhere)).toEqual(['more'])
  })

  test('[D-110] knows the log by its founding before it has reached anything, and then by what it has reached', () => {
    const founding = { position: '7', id: crypto.randomUUID() }
    const runner = open([names], { founding })
    expect(runner.places()).toEqual([founding])

    give(runner, one)

    expect(runner.places()).toEqual([founding, { position: one.position, id: one.id }])
  })

  test('retries a failed projection at the next start', () => {
    const bad = world.clientAdded('bad')
    give(open([names, squeamish]), bad)

    const runner = restart([names, { ...squeamish, handlers: names.handlers }])
    expect(runner.from()).toBeNull()
    give(runner, bad)

    expect(namesIn(squeamish)).toEqual(['bad'])
  })

  test('reports new events after they are written, and never old ones', () => {
    const told: string[][] = []
    const onFlush = (news: readonly RecordedEvent[]) => void told.push(news.map(({ position }) => position))
    give(open([names], { onFlush }), one)

    give(restart([names, { ...names, name: 'later' }], { onFlush }), one, two)

    expect(told).toEqual([[one.position], [two.position]])
  })

  test('[D-90] leaves no blanked text on the disk', async () => {
    const onDisk = async () => {
      const files = (await readdir(folder)).map((name) => readFile(join(folder, name), 'latin1'))
      return (await Promise.all(files)).join('')
    }
    const runner = open([blanking])
    give(runner, world.clientAdded('Zwaantje'))
    const before = await onDisk()

    const data = { userId: world.userId, addressedIds: [] }
    give(runner, world.record('user', 'PersonErased', data))

    expect(before).toContain('Zwaantje')
    expect(await onDisk()).not.toContain('Zwaantje')
    expect(namesIn(blanking)).toEqual([''])
  })
})
