import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TableDifference } from '#projections/engine/comparison.ts'
import type { Projection } from '#projections/engine/projection.ts'
import { openRebuilder, type Rebuilder } from '#projections/engine/rebuilder.ts'
import { openReopened, type ReopenedDb } from '#projections/engine/reopened-db.ts'
import { formerFolder, hasFormer, rebuildFolder } from '#projections/engine/replace-file.ts'
import { openRunner, type Runner } from '#projections/engine/runner.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { coreWorld } from '#tests/support/core-world.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { newClientId } from '#tests/support/new-ids.ts'

/** Names in lower case where `spoilt` says so: what a handler that was wrong for a while left behind. */
let spoilt = false
let refusing = false
const names: Projection = {
  name: 'names',
  version: 1,
  tables: 'CREATE TABLE names (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT;',
  handlers: {
    ClientAdded: (db, { data }) => {
      if (refusing) throw new Error('cannot take it')
      return db.run('INSERT INTO names VALUES (?, ?)', data.clientId, spoilt ? data.name.toLowerCase() : data.name)
    },
  },
}

let folder: string
let live: Runner
let reader: ReopenedDb
let rebuilder: Rebuilder | undefined
let differences: TableDifference[][]
let log: RecordedEvent[]

beforeEach(async () => {
  folder = temporaryFolder()
  live = openRunner(folder, [names])
  reader = openReopened(folder, names)
  differences = []
  log = []
  spoilt = false
  refusing = false
})
afterEach(async () => {
  rebuilder?.close()
  rebuilder = undefined
  reader.close()
  live.close()
})

const world = coreWorld()
const added = (name: string): RecordedEvent => {
  const event = world.clientAdded(name)
  log.push(event)
  return event
}

const give = (follower: Pick<Runner, 'advance' | 'flush'>, ...events: RecordedEvent[]) => {
  for (const event of events) follower.advance(event, event)
  follower.flush()
}
const begin = () => {
  rebuilder = openRebuilder(folder, names, log.at(-1)?.position ?? null, (found) => differences.push(found))
  return rebuilder
}
const shown = () => reader.all<{ name: string }>('SELECT name FROM names ORDER BY name').map(({ name }) => name)

describe('a rebuild next to the live read model', () => {
  it('finds no difference between equal files', () => {
    give(live, added('Acme'), added('Bolt'))
    give(begin(), ...log)
    expect(differences).toMatchObject([
      [{ table: 'names', live_rows: 2, rebuilt_rows: 2, only_live: 0, only_rebuilt: 0 }],
    ])
  })

  it('reports the rows that differ', () => {
    spoilt = true
    give(live, added('Acme'))
    spoilt = false
    give(live, added('Bolt'))
    give(begin(), ...log)
    const [event] = log
    const key = event?.type === 'ClientAdded' ? event.data.clientId : ''
    expect(differences).toMatchObject([[{ only_live: 1, only_rebuilt: 1, keys: [key] }]])
  })

  it('compares at one position of the log while both are written', () => {
    give(live, added('Acme'))
    const running = begin()
    // The rebuild hears of Bolt before the live read model does.
    give(running, ...log, added('Bolt'))
    const [acme, bolt] = log
    if (!acme || !bolt) throw new Error('Two were added')
    give(live, bolt, added('Cask'))
    running.compareIfReady()
    expect(differences).toStrictEqual([])
    // It waits until it holds all that the live one did when it looked.
    give(running, ...log.slice(2))
    expect(differences).toMatchObject([[{ live_rows: 3, rebuilt_rows: 3, only_live: 0, only_rebuilt: 0 }]])
  })

  it('compares when the last events concern other projections', () => {
    give(live, added('Acme'))
    const other = world.siteAdded(newClientId(), 'Quay House')
    give(live, other)
    const running = openRebuilder(folder, names, other.position, (found) => differences.push(found))
    rebuilder = running
    give(running, ...log, other)
    live.writePositions()
    running.compareIfReady()
    expect(differences).toMatchObject([[{ live_rows: 1, rebuilt_rows: 1, only_live: 0, only_rebuilt: 0 }]])
  })

  it('stops when a handler throws', () => {
    refusing = true
    const running = openRebuilder(folder, names, null, () => undefined)
    expect(() => give(running, added('Acme'))).toThrow('cannot take it')
    running.close()
  })
})

describe('the swap', () => {
  const rebuilt = () => {
    spoilt = true
    give(live, added('Acme'))
    spoilt = false
    give(begin(), ...log)
    rebuilder?.close()
    rebuilder = undefined
    live.replace('names', rebuildFolder(folder, 'names'))
  }

  it('lets readers use the former file until they reopen it', () => {
    rebuilt()
    expect(shown()).toStrictEqual(['acme'])
    reader.reopen()
    expect(shown()).toStrictEqual(['Acme'])
  })

  it('continues from the position of the new file', () => {
    give(live, added('Acme'))
    const running = begin()
    give(running, ...log)
    give(live, added('Bolt'))
    running.close()
    rebuilder = undefined
    live.replace('names', rebuildFolder(folder, 'names'))
    expect(live.from()).toBe(log[0]?.position)
    give(live, ...log.slice(1))
    reader.reopen()
    expect(shown()).toStrictEqual(['Acme', 'Bolt'])
  })

  it('can be rolled back', () => {
    rebuilt()
    live.replace('names', formerFolder(folder, 'names'))
    reader.reopen()
    expect(shown()).toStrictEqual(['acme'])
  })

  it('keeps no former file once a person is erased, since no handler blanks it', () => {
    rebuilt()
    expect(hasFormer(folder, 'names')).toBe(true)
    give(live, world.record('person-x', 'PersonErased', { userId: world.userId, addressedIds: [] }))
    expect(hasFormer(folder, 'names')).toBe(false)
  })
})
