import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openKeyStore } from '#api/adapters/key-store.ts'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { type Ledger, openLedger } from '#api/event-store/ledger.ts'
import type { EventLog } from '#api/event-store/port.ts'
import { clientStream, userStream } from '#api/event-store/streams.ts'
import { inThread } from '#api/read-side/applying.ts'
import { buildInThreads } from '#api/read-side/first-builds.ts'
import { type Projector, startProjector } from '#api/read-side/projector.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { detailsOf } from '#tests/support/details.ts'
import { startEventStore, type TestEventStore } from '#tests/support/event-store.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { newClientId, newCommandId, newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { recordUser } from '#tests/support/recorded-user.ts'

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
  beforeEach(() => {
    folder = temporaryFolder()
  })
  afterEach(async () => {
    for (const projector of running.splice(0)) await projector.close()
  })

  const start = async (reports: string[] = [], eventStoreUrl = store.url, gone: string[] = []) => {
    const setup = {
      eventStoreUrl,
      folder,
      contentUrl: pathToFileURL(folder).href,
      keysUrl: pathToFileURL(join(folder, 'keys.sqlite')).href,
      masterKey,
    }
    const projector = await startProjector({
      startApplying: inThread(setup),
      startBuilds: buildInThreads(setup),
      report: (line) => reports.push(line),
      forget: (personIds) => gone.push(...personIds),
      died: (error) => {
        throw error
      },
    })
    running.push(projector)
    return projector
  }
  const clientAdded = () => {
    const data = { clientId: newClientId(), teamId: newTeamId(), ...detailsOf.client({ name: 'Acme' }) }
    return { type: 'ClientAdded', id: newCommandId(), data, metadata: contextOf(data.teamId, null) } as const
  }
  const addClient = () => {
    const event = clientAdded()
    return ledger.append(clientStream(event.data.clientId), 'no-stream', [event])
  }
  const clientsOnDisk = () => {
    const db = new DatabaseSync(join(folder, 'facilities.sqlite'), { readOnly: true })
    const { count } = db.prepare('SELECT count(*) AS count FROM clients').get() as { count: number }
    db.close()
    return count
  }

  test('resolves a wait for a position once it can be read, and no sooner', async () => {
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

  test('caches are notified of an advance before other listeners', async () => {
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

  test('[D-90] says whose keys are about to be destroyed, so that nobody holds them any longer', async () => {
    const gone: string[] = []
    const projector = await start([], store.url, gone)
    const data = { userId: newUserId(), addressedIds: [newCommandId()] }
    const erased = { type: 'PersonErased', data, id: newCommandId(), metadata: contextOf(null, null) } as const

    await projector.reached(await ledger.append(userStream(data.userId), 'no-stream', [erased]), 10_000)

    expect(gone).toEqual(expect.arrayContaining([data.userId, ...data.addressedIds]))
  })

  test('goes on with the others when one read model cannot be written, says which, and is ready no more', async () => {
    const reports: string[] = []
    const projector = await start(reports)
    await projector.reached((await ledger.lastPosition()) ?? '0', 10_000)
    const db = new DatabaseSync(join(folder, 'metrics.sqlite'))
    db.exec('DROP TABLE clients')
    db.close()
    const before = clientsOnDisk()

    const reached = await projector.reached(await addClient(), 10_000)

    expect(reached).toBe(false)
    expect(clientsOnDisk()).toBe(before + 1)
    expect(reports).toEqual([expect.stringMatching(/^The read model metrics stands still: /)])
    expect(projector.readiness().ready).toBe(false)
  })

  test('builds a file anew that was damaged meanwhile, and says so', async () => {
    const position = await addClient()
    const before = await start()
    await before.reached(position, 10_000)
    const clients = clientsOnDisk()
    await running.pop()?.close()
    await writeFile(join(folder, 'facilities.sqlite'), 'no database')
    const reports: string[] = []

    const projector = await start(reports)

    expect(await projector.reached(position, 10_000)).toBe(true)
    expect(clientsOnDisk()).toBe(clients)
    expect(reports).toEqual(['The file of the read model facilities was damaged; it is built anew from the log.'])
  })

  /** A log of 4000 clients, which is long enough to build files elsewhere. */
  const longLog = async () => {
    const own = await startEventStore()
    const ownLog = connectEventStore(own.url)
    const ownLedger = openLedger(ownLog, openKeyStore(join(folder, 'keys.sqlite'), masterKey))
    for (let each = 0; each < 8; each += 1) {
      const batch = Array.from({ length: 500 }, clientAdded)
      await ownLedger.append(clientStream(newClientId()), 'no-stream', batch)
    }
    return { own, ownLog, ownLedger, end: (await ownLedger.lastPosition()) ?? '' }
  }

  test('builds missing files of a long log next to the live ones, and follows the log from there', async () => {
    const { own, ownLog, ownLedger, end } = await longLog()

    const projector = await start([], own.url)
    expect(projector.readiness().ready).toBe(false)
    expect(await projector.reached(end, 60_000)).toBe(true)
    expect(clientsOnDisk()).toBe(4000)
    const next = await ownLedger.append(clientStream(newClientId()), 'no-stream', [clientAdded()])
    expect(await projector.reached(next, 10_000)).toBe(true)
    expect(clientsOnDisk()).toBe(4001)
    expect(projector.readiness().ready).toBe(true)
    // The past is built after them.
    expect(await projector.reached(next, 60_000, ['past'])).toBe(true)
    for (const kind of ['.building', '.former']) expect(await readdir(join(folder, kind))).toEqual([])

    await projector.close()
    await rm(join(folder, 'facilities.sqlite'))
    const cutOff = await start([], own.url)
    await cutOff.close()
    const again = await start([], own.url)
    expect(await again.reached(next, 60_000)).toBe(true)
    expect(clientsOnDisk()).toBe(4001)
    await again.close()
    await ownLog.close()
    await own.stop()
  })

  test('[D-104] stops where a key is missing, reports whose, and continues once it is back', async () => {
    const own = await startEventStore()
    const ownLog = connectEventStore(own.url)
    const right = join(folder, 'right.sqlite')
    const keys = openKeyStore(right, masterKey)
    const userId = newUserId()
    const position = await recordUser(openLedger(ownLog, keys), userId)
    const startWith = (keysFile: string, report: (line: string) => void) => {
      const contentUrl = pathToFileURL(folder).href
      const keysUrl = pathToFileURL(keysFile).href
      const setup = { eventStoreUrl: own.url, folder, contentUrl, keysUrl, masterKey }
      return startProjector({ startApplying: inThread(setup), report, died: () => {} })
    }
    const nameOnDisk = () => {
      const db = new DatabaseSync(join(folder, 'directory.sqlite'), { readOnly: true })
      const row = db.prepare('SELECT name FROM users').get()
      db.close()
      return row?.name
    }

    const { promise: reported, resolve: report } = Promise.withResolvers<string>()
    const without = await startWith(join(folder, 'wrong.sqlite'), report)
    expect(await reported).toContain(`The key of ${userId} is missing, who is not erased`)
    expect(without.readiness().ready).toBe(false)
    expect(nameOnDisk()).toBeUndefined()
    await without.close()

    const restored = await startWith(right, () => {})
    expect(await restored.reached(position, 10_000)).toBe(true)
    expect(nameOnDisk()).toBe('Ann')
    await restored.close()
    keys.close()
    await ownLog.close()
    await own.stop()
  })

  test('cannot start where its read models cannot be kept', async () => {
    const nowhere = join(folder, 'nowhere')
    const setup = {
      eventStoreUrl: store.url,
      folder: nowhere,
      contentUrl: pathToFileURL(folder).href,
      keysUrl: pathToFileURL(join(folder, 'keys.sqlite')).href,
      masterKey,
    }
    const died: Error[] = []

    await expect(
      startProjector({
        startApplying: inThread(setup),
        report: () => {},
        died: (error) => died.push(error),
      }),
    ).rejects.toThrow()

    expect(died).toEqual([])
  })
})
