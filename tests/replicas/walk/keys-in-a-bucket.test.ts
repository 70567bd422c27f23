import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { parseBucketAddress } from '#api/adapters/bucket/address.ts'
import { openBucket } from '#api/adapters/bucket/bucket.ts'
import { openLedger } from '#api/event-store/ledger.ts'
import { userStream } from '#api/event-store/streams.ts'
import { openInstallationKeys } from '#api/installation/keys.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { memoryEventLog } from '#tests/support/in-memory/event-log.ts'
import { newUserId } from '#tests/support/new-ids.ts'
import { recordUser } from '#tests/support/recorded-user.ts'
import { siteledger } from '#tests/support/terminal.ts'
import { s3OfTests } from '../s3-of-tests.ts'

const s3 = s3OfTests()

const newPrefix = () => s3().url('contents', `keys/${randomUUID()}`)

/** An installation that several processes start over one log. */
const installation = (masterKey = randomBytes(32).toString('base64')) => {
  const log = memoryEventLog()
  const dataDir = temporaryFolder()
  const contentUrl = pathToFileURL(join(dataDir, 'content')).href
  const start = (keysUrl: string) =>
    openInstallationKeys(log, { dataDir, contentUrl, keysUrl, masterKey }, () => {}).then(({ keys }) => keys)
  return { log, dataDir, masterKey, start }
}

test('keys that one process makes open at another what was sealed with them, until they are destroyed', async () => {
  const { log, start } = installation()
  const url = newPrefix()
  const here = await start(url)
  const there = await start(url)
  const userId = newUserId()
  await recordUser(openLedger(log, here), userId)

  const nameThere = async () => (await openLedger(log, there).read(userStream(userId)))[0]?.data
  expect(await nameThere()).toMatchObject({ name: 'Ann' })

  await here.destroy(userId)
  there.forget([userId])
  expect(await nameThere()).toMatchObject({ name: null })
  expect(await s3().namesIn('contents', `${parseBucketAddress(url)?.prefix}${userId}/`)).toHaveLength(1)
})

test('a second place for keys, another log and a bucket that keeps versions are refused, each in one line', async () => {
  const { start } = installation()
  const url = newPrefix()
  await start(url)
  await s3().makeBucket('versioned')
  const versioning = '<VersioningConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Status>Enabled</Status>'
  await s3().put('versioned', '?versioning=', `${versioning}</VersioningConfiguration>`)

  const refusals = [
    [
      () => start(newPrefix()),
      /^The keys of this log are not those in s3:.* set KEYS_URL to where the others have them\.$/,
    ],
    [() => installation().start(url), /^The event store has an empty log, but s3:.* belongs to the log /],
    [() => start(s3().url('versioned', 'keys')), /^KEYS_URL: s3:.* keeps versions of what is deleted: name a bucket/],
    [() => start(s3().url('nowhere', 'keys')), /^KEYS_URL: s3:.* there is no such bucket/],
  ] as const

  for (const [refused, words] of refusals) {
    await expect(refused()).rejects.toMatchObject({ name: 'Unfit', message: expect.stringMatching(words) })
  }
})

test('keys are copied from a file by the command, which nothing may have open, and their master key is exchanged', async () => {
  const { log, dataDir, masterKey, start } = installation()
  const file = pathToFileURL(join(dataDir, 'keys.sqlite')).href
  const bucket = newPrefix()
  const keys = await start(file)
  const userId = newUserId()
  await recordUser(openLedger(log, keys), userId)
  const copying = () =>
    siteledger({ ...s3().credentials, DATA_DIR: dataDir, MASTER_KEY: masterKey }, 'keys', 'copy', '--to', bucket)

  expect(await copying()).toMatchObject({ code: 1, stderr: expect.stringMatching(/has \S+keys.sqlite open: stop/) })
  keys.close()
  expect(await copying()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Copied 1 keys from .* to s3:/) })

  await expect(start(file)).rejects.toThrow(/keys.sqlite cannot be used: its keys were copied to s3:.*: set KEYS_URL/)
  const nameBy = async (key: string) => {
    const { keys } = await openInstallationKeys(
      log,
      { dataDir, contentUrl: pathToFileURL(join(dataDir, 'content')).href, keysUrl: bucket, masterKey: key },
      () => {},
    )
    return (await openLedger(log, keys).read(userStream(userId)))[0]?.data
  }
  expect(await nameBy(masterKey)).toMatchObject({ name: 'Ann' })
  const next = randomBytes(32).toString('base64')
  const exchange = {
    ...s3().credentials,
    DATA_DIR: dataDir,
    KEYS_URL: bucket,
    MASTER_KEY: next,
    OLD_MASTER_KEY: masterKey,
  }
  expect(await siteledger(exchange, 'keys', 'rewrap')).toMatchObject({ code: 0 })
  await expect(nameBy(masterKey)).rejects.toThrow(/^MASTER_KEY does not open the keys in s3:/)
  expect(await nameBy(next)).toMatchObject({ name: 'Ann' })
  const stored = await openBucket(parseBucketAddress(bucket) ?? expect.unreachable())
  expect(await stored.isVersioned()).toBe(false)
  stored.close()
})
