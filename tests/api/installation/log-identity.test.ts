import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeEach, describe, expect, test } from 'vitest'
import { readFileOfKeys } from '#api/adapters/kept-in-file.ts'
import { openKeyStore } from '#api/adapters/key-store.ts'
import { masterKeyOf } from '#api/adapters/master-key.ts'
import { openLedger } from '#api/event-store/ledger.ts'
import type { EventLog } from '#api/event-store/port.ts'
import { Unfit } from '#api/event-store/unfit.ts'
import { openInstallationKeys } from '#api/installation/keys.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { memoryEventLog } from '#tests/support/in-memory/event-log.ts'
import { newUserId } from '#tests/support/new-ids.ts'
import { recordUser } from '#tests/support/recorded-user.ts'

const logIdOfKeys = async (file: string) => readFileOfKeys(file)?.note('log')

describe('[D-110] a start with a log', () => {
  let dataDir = ''
  let keysFile = ''
  let contentMark = ''
  beforeEach(() => {
    dataDir = temporaryFolder()
    ;[keysFile, contentMark] = [join(dataDir, 'keys.sqlite'), join(dataDir, 'content/.log-id')]
  })

  const start = async (log: EventLog) => {
    const contentUrl = pathToFileURL(join(dataDir, 'content')).href
    const keysUrl = pathToFileURL(keysFile).href
    const location = { dataDir, contentUrl, keysUrl, masterKey: undefined }
    const { keys, logId } = await openInstallationKeys(log, location, () => {})
    keys.close()
    return logId
  }
  const refusal = (log: EventLog): Promise<string> =>
    start(log).then(
      () => Promise.reject(new Error('it started')),
      (error: unknown) => (error instanceof Unfit ? error.message : Promise.reject(error)),
    )
  const register = async (log: EventLog) => {
    const keys = openKeyStore(keysFile, masterKeyOf(join(dataDir, 'master.key')))
    await recordUser(openLedger(log, keys), newUserId())
    keys.close()
  }
  const everything = (log: EventLog) =>
    new Promise<string[]>((resolve, reject) => {
      const types: string[] = []
      const listener = { event: ({ type }: { type: string }) => types.push(type), ended: reject }
      const { close } = log.subscribe(null, {
        ...listener,
        caughtUp: () => void close().then(() => resolve(types), reject),
      })
    })

  test('founds an empty one before anything else is written, once, and marks keys and content', async () => {
    const log = memoryEventLog()

    const id = await start(log)
    await start(log)

    expect(await everything(log)).toEqual(['LogFounded', 'MasterKeyRecorded', 'KeysRecorded'])
    const version = JSON.parse(readFileSync('package.json', 'utf8')).version
    expect((await log.read('log')).map(({ data }) => data)).toEqual([{ id, version }])
    expect([await logIdOfKeys(keysFile), readFileSync(contentMark, 'utf8').trim()]).toEqual([id, id])
  })

  test('of two processes at once gives one id', async () => {
    const log = memoryEventLog()

    const [one, other] = await Promise.all([start(log), start(log)])

    expect(other).toBe(one)
    expect(await log.read('log')).toHaveLength(1)
  })

  test('founds the log of an earlier version, which has people and no id', async () => {
    const log = memoryEventLog()
    await register(log)

    const id = await start(log)

    expect([await logIdOfKeys(keysFile), (await log.read('log'))[0]?.data]).toEqual([
      id,
      expect.objectContaining({ id }),
    ])
  })

  test('[D-112] stops before a copy that was begun and not ended, and writes nothing; not once it is ended', async () => {
    const log = memoryEventLog()
    const logId = randomUUID()
    const mark = (type: string) => ({ id: randomUUID(), type, data: { logId }, metadata: {} as never })
    await log.append('logcopy', 'no-stream', [mark('LogCopyBegun')])

    const words = await refusal(log)

    expect(words).toContain(`a copy of the log ${logId} that was begun and not ended: end it with siteledger log copy`)
    expect(await everything(log)).toEqual(['LogCopyBegun'])
    await log.append('logcopy', 0n, [mark('LogCopyEnded')])
    await start(log)
    expect(await everything(log)).toContain('LogFounded')
  })

  test('stops before another log, names both, says what to do, and writes nothing', async () => {
    const own = memoryEventLog()
    const other = memoryEventLog()
    const otherId = await start(other)
    rmSync(keysFile)
    rmSync(contentMark)
    const id = await start(own)
    const before = await everything(other)

    expect(await refusal(other)).toBe(
      `The event store has the log ${otherId}, but ${keysFile} belongs to the log ${id}: set EVENTSTORE_URL to the log ${id} or restore it, or set DATA_DIR, CONTENT_URL and KEYS_URL to what belongs to this one.`,
    )
    expect(await everything(other)).toEqual(before)
  })

  test('stops before an empty log, with an id here or with keys of an earlier version', async () => {
    const own = memoryEventLog()
    await register(own)
    const empty = memoryEventLog()
    expect(await refusal(empty)).toMatch(
      `The event store has an empty log, but ${keysFile} belongs to another log: set EVENTSTORE_URL to that log`,
    )

    const id = await start(own)
    expect(await refusal(empty)).toMatch(
      `The event store has an empty log, but ${keysFile} belongs to the log ${id}: set EVENTSTORE_URL to the log ${id}`,
    )
    expect(await everything(empty)).toEqual([])
  })

  test('stops before content of another log', async () => {
    const log = memoryEventLog()
    const id = await start(log)
    rmSync(contentMark)
    writeFileSync(contentMark, 'another\n')

    expect(await refusal(log)).toMatch(
      `The event store has the log ${id}, but ${join(dataDir, 'content')} belongs to the log another: `,
    )
  })

  test('gives an older copy from before its id back', async () => {
    const log = memoryEventLog()
    await register(log)
    const id = await start(log)
    const older = memoryEventLog()
    await register(older)

    expect(await start(older)).toBe(id)
  })
})
