import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openKeyStore } from '#api/adapters/key-store.ts'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { type Ledger, openLedger } from '#api/event-store/ledger.ts'
import type { EventLog } from '#api/event-store/port.ts'
import { clientStream } from '#api/event-store/streams.ts'
import { type Projector, startProjector } from '#api/projector.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { startEventStore, type TestEventStore } from '#tests/support/event-store.ts'
import { newClientId, newCommandId, newTeamId } from '#tests/support/new-ids.ts'

describe('the projector', () => {
  const masterKey = Buffer.alloc(32)
  let store: TestEventStore
  let log: EventLog
  let ledger: Ledger
  let folder: string
  const running: Projector[] = []

  beforeAll(async () => {
    store = await startEventStore()
    log = connectEventStore(store.url)
    ledger = openLedger(log, openKeyStore(':memory:', masterKey))
  })
  afterAll(async () => {
    await log.close()
    await store.stop()
  })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'projector-'))
  })
  afterEach(async () => {
    for (const projector of running.splice(0)) await projector.close()
    await rm(folder, { recursive: true })
  })

  const start = async (reports: string[] = []) => {
    const setup = {
      eventStoreUrl: store.url,
      folder,
      contentFolder: folder,
      keysFile: join(folder, 'keys.sqlite'),
      masterKey,
    }
    const projector = await startProjector(
      setup,
      (line) => reports.push(line),
      (error) => {
        throw error
      },
    )
    running.push(projector)
    return projector
  }
  const addClient = () => {
    const data = { clientId: newClientId(), teamId: newTeamId(), name: 'Acme' }
    const event = { type: 'ClientAdded', id: newCommandId(), data, metadata: contextOf(data.teamId, null) } as const
    return ledger.append(clientStream(data.clientId), 'no-stream', [event])
  }
  const clientsOnDisk = () => {
    const db = new DatabaseSync(join(folder, 'clients.sqlite'), { readOnly: true })
    const { count } = db.prepare('SELECT count(*) AS count FROM clients').get() as { count: number }
    db.close()
    return count
  }

  test('is ready once it holds what was in the log when it started', async () => {
    const position = await addClient()
    const projector = await start()

    expect(await projector.reached(position, 10_000)).toBe(true)

    expect(projector.readiness().ready).toBe(true)
    expect(BigInt(projector.readiness().position)).toBeGreaterThanOrEqual(BigInt(position))
  })

  test('answers whoever waits for a position once it can be read, and no sooner', async () => {
    const projector = await start()
    const changes: string[] = []
    projector.onChange(({ position }) => changes.push(position))
    await projector.reached((await ledger.lastPosition()) ?? '0', 10_000)
    const before = clientsOnDisk()

    const position = await addClient()
    expect(await projector.reached(position, 10_000)).toBe(true)

    expect(clientsOnDisk()).toBe(before + 1)
    expect(changes.at(-1)).toBe(position)
  })

  test('whoever keeps what was read hears of the move before anybody is told', async () => {
    const projector = await start()
    await projector.reached((await ledger.lastPosition()) ?? '0', 10_000)
    const heard: string[] = []
    projector.onMove(() => heard.push(`moved, ${clientsOnDisk()} clients`))
    const before = clientsOnDisk()

    await projector.reached(await addClient(), 10_000)
    heard.push('told')

    const told = heard.indexOf('told')
    expect(heard.slice(0, told)).toContain(`moved, ${before + 1} clients`)
  })

  test('waits no longer than it is told to', async () => {
    const projector = await start()

    expect(await projector.reached('999999999999999', 1)).toBe(false)
  })

  test('keeps nobody waiting when it is closed', async () => {
    const projector = await start()
    const waiting = projector.reached('999999999999999', 600_000)

    await projector.close()

    expect(await waiting).toBe(false)
    expect(await projector.reached('999999999999999', 600_000)).toBe(false)
  })

  test('tells nothing to whoever has stopped listening', async () => {
    const projector = await start()
    const changes: string[] = []
    const stop = projector.onChange(({ position }) => changes.push(position))
    stop()

    await projector.reached(await addClient(), 10_000)

    expect(changes).toEqual([])
  })

  test('goes on with the others when one read model cannot be written, says which, and is ready no more', async () => {
    const reports: string[] = []
    const projector = await start(reports)
    await projector.reached((await ledger.lastPosition()) ?? '0', 10_000)
    const db = new DatabaseSync(join(folder, 'sites.sqlite'))
    db.exec('DROP TABLE clients')
    db.close()
    const before = clientsOnDisk()

    const reached = await projector.reached(await addClient(), 10_000)

    expect(reached).toBe(false)
    expect(clientsOnDisk()).toBe(before + 1)
    expect(reports).toEqual([expect.stringMatching(/^The read model sites stands still: /)])
    expect(projector.readiness().ready).toBe(false)
  })

  test('is not ready while an event that nobody can read holds all read models up', async () => {
    const own = await startEventStore()
    const ownLog = connectEventStore(own.url)
    const unreadable = {
      id: newCommandId(),
      type: 'ClientAdded',
      data: {},
      metadata: { ...contextOf(null, null), version: 1 },
    }
    const setup = {
      eventStoreUrl: own.url,
      folder,
      contentFolder: folder,
      keysFile: join(folder, 'keys.sqlite'),
      masterKey,
    }
    const { promise: reported, resolve: report } = Promise.withResolvers<string>()
    const projector = await startProjector(setup, report, () => {})
    running.push(projector)
    expect(projector.readiness().ready).toBe(true)

    await ownLog.append(clientStream(newClientId()), 'no-stream', [unreadable])

    expect(await reported).toMatch(/cannot follow the log/)
    expect(projector.readiness().ready).toBe(false)
    await projector.close()
    await ownLog.close()
    await own.stop()
  })

  test('cannot start where its read models cannot be kept', async () => {
    const nowhere = join(folder, 'nowhere')
    const setup = { eventStoreUrl: store.url, folder: nowhere, contentFolder: folder, keysFile: ':memory:', masterKey }
    const died: Error[] = []

    await expect(
      startProjector(
        setup,
        () => {},
        (error) => died.push(error),
      ),
    ).rejects.toThrow()

    expect(died).toEqual([])
  })
})
