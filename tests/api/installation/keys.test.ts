import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeEach, describe, expect, test } from 'vitest'
import { openKeyStore } from '#api/adapters/key-store.ts'
import { fingerprintOf, masterKeyOf } from '#api/adapters/master-key.ts'
import { openLedger } from '#api/event-store/ledger.ts'
import type { EventLog } from '#api/event-store/port.ts'
import { Unfit } from '#api/event-store/unfit.ts'
import { openInstallationKeys } from '#api/installation/keys.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { memoryEventLog } from '#tests/support/in-memory/event-log.ts'
import { newUserId } from '#tests/support/new-ids.ts'
import { recordUser } from '#tests/support/recorded-user.ts'

describe('[D-104] a start with the keys of a log', () => {
  let log: EventLog
  let dataDir: string
  let master = ''
  let keysFile = ''
  beforeEach(() => {
    log = memoryEventLog()
    dataDir = temporaryFolder()
    ;[master, keysFile] = [join(dataDir, 'master.key'), join(dataDir, 'keys.sqlite')]
  })

  const start = async (masterKey?: Uint8Array) => {
    const contentUrl = pathToFileURL(join(dataDir, 'content')).href
    const keysUrl = pathToFileURL(keysFile).href
    const location = { dataDir, contentUrl, keysUrl, masterKey: masterKey && Buffer.from(masterKey).toString('base64') }
    const opened = await openInstallationKeys(log, location, () => {})
    opened.keys.close()
    return opened
  }
  const refusal = (masterKey?: Uint8Array): Promise<string> =>
    start(masterKey).then(
      () => Promise.reject(new Error('it started')),
      (error: unknown) => (error instanceof Unfit ? error.message : Promise.reject(error)),
    )
  const register = async () => {
    const keys = openKeyStore(keysFile, masterKeyOf(master))
    await recordUser(openLedger(log, keys), newUserId())
    keys.close()
  }
  const recorded = async () => (await log.read('installation')).map(({ data }) => data)

  test('makes them for an empty log, and records the fingerprint of the master key once', async () => {
    const { masterKey } = await start()
    await start()

    expect(await recorded()).toEqual([{ fingerprint: fingerprintOf(masterKey) }])
    expect(JSON.stringify(await recorded())).not.toContain(Buffer.from(masterKey).toString('hex').slice(0, 32))
  })

  test('gives an installation from before its fingerprint', async () => {
    await register()

    await start()

    expect(await recorded()).toEqual([{ fingerprint: fingerprintOf(masterKeyOf(master)) }])
  })

  test.for(['recorded', 'from before'])('stops without the master key, and makes none (%s)', async (kind) => {
    if (kind === 'recorded') await start()
    await register()
    rmSync(master)

    const said = await refusal()

    expect(said).toContain(`The master key is missing: put ${master} back, or set MASTER_KEY.`)
    expect(said).not.toContain('\n')
    expect(existsSync(master)).toBe(false)
  })

  test('stops with another master key, by file or by MASTER_KEY, and names both fingerprints', async () => {
    const { masterKey } = await start()
    const other = randomBytes(32)
    const fingerprints = `(its fingerprint is ${fingerprintOf(other)}, the log has ${fingerprintOf(masterKey)})`

    expect(await refusal(other)).toBe(
      `MASTER_KEY is not the master key of this log ${fingerprints}: put the right one back.`,
    )
    writeFileSync(master, other.toString('base64url'))
    expect(await refusal()).toBe(`${master} is not the master key of this log ${fingerprints}: put the right one back.`)
    expect(await recorded()).toHaveLength(1)
  })

  test.for(['recorded', 'from before'])('stops without the file of keys, and makes none (%s)', async (kind) => {
    if (kind === 'recorded') await start()
    await register()
    for (const suffix of ['', '-wal', '-shm']) rmSync(keysFile + suffix, { force: true })
    const before = await recorded()

    expect(await refusal()).toContain(`${keysFile} is missing, without which nobody's name and address can be read`)

    expect(existsSync(keysFile)).toBe(false)
    expect(await recorded()).toEqual(before)
  })

  test('stops with an empty file of keys', async () => {
    await register()
    for (const suffix of ['', '-wal', '-shm']) rmSync(keysFile + suffix, { force: true })
    openKeyStore(keysFile, masterKeyOf(master)).close()

    expect(await refusal()).toContain(`${keysFile} holds no keys, without which`)
  })

  test('stops with a file of keys that were made with another master key', async () => {
    await start()
    const own = dataDir
    const elsewhere = temporaryFolder()
    const others = openKeyStore(join(elsewhere, 'keys.sqlite'), randomBytes(32))
    await others.forSealing('somebody', true)
    others.close()
    for (const suffix of ['', '-wal', '-shm']) rmSync(keysFile + suffix, { force: true })
    copyFileSync(join(elsewhere, 'keys.sqlite'), keysFile)

    expect(await refusal()).toBe(
      `${join(own, 'master.key')} does not open the keys in ${keysFile}: put back the two that belong together.`,
    )
  })

  test('refuses a second file of keys beside the one that the log has recorded', async () => {
    const { masterKey } = await start()
    const first = keysFile
    keysFile = join(temporaryFolder(), 'keys.sqlite')

    expect(await refusal(masterKey)).toBe(
      `The keys of this log are not those in ${keysFile}: set KEYS_URL to where the others have them.`,
    )
    keysFile = first
    await start(masterKey)
    expect(await log.read('keys')).toHaveLength(1)
  })

  test('goes on with keys that were destroyed: nobody is missing', async () => {
    await start()
    const keys = openKeyStore(keysFile, masterKeyOf(master))
    await keys.destroy('somebody')
    keys.close()

    await start()

    expect(await recorded()).toHaveLength(1)
  })
})
