import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { keptInBucket } from '#api/adapters/kept-in-bucket.ts'
import { keptInFile } from '#api/adapters/kept-in-file.ts'
import type { KeptKeys } from '#api/adapters/kept-keys.ts'
import { openKeyBucket } from '#api/adapters/key-bucket.ts'
import { KeyDestroyed, type KeyStore, openKeyStore } from '#api/adapters/key-store.ts'
import { derivedKeys } from '#api/adapters/key-wrapping.ts'
import { opensKept, rootOf } from '#api/adapters/open-keys.ts'
import { connectRedis } from '#api/adapters/redis.ts'
import { redisReplicas } from '#api/adapters/replicas.ts'
import { copyKeys } from '#cli/operations/keys/copy.ts'
import { refuseReplicas } from '#cli/operations/keys/refuse-replicas.ts'
import { rewrapKeys } from '#cli/operations/keys/rewrap.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { memoryBucket } from '#tests/support/memory-bucket.ts'
import { startRedis } from '#tests/support/redis.ts'
import { until } from '#tests/support/until.ts'

const masterKey = randomBytes(32)
const nextKey = randomBytes(32)

type Place = { kept: KeptKeys; open: (masterKey: Uint8Array) => Promise<KeyStore> }

const places: Record<string, () => Place> = {
  'a file': () => {
    const file = join(temporaryFolder(), 'keys.sqlite')
    return { kept: keptInFile(file, 'shared'), open: async (key) => openKeyStore(file, key) }
  },
  'a bucket': () => {
    const { bucket } = memoryBucket(new Map())
    const kept = keptInBucket(bucket)
    return { kept, open: async (key) => openKeyBucket(bucket, key, await rootOf(kept, key)) }
  },
}
const placeOf = (name: string): Place => places[name]?.() ?? expect.unreachable()

const everyKey = async (kept: KeptKeys) => {
  const names: string[] = []
  for await (const keys of kept.batches(2)) names.push(...keys.map(({ name }) => `${name.personId}/${name.kid}`))
  return names
}

/** People with keys, and one who is erased. */
const withPeople = async (place: Place) => {
  const keys = await place.open(masterKey)
  const made = new Map<string, Awaited<ReturnType<KeyStore['forSealing']>>>()
  for (const person of ['ann', 'bob', 'eve', 'zoe']) made.set(person, await keys.forSealing(person, true))
  await keys.destroy('eve')
  made.delete('eve')
  return made
}

const expectPeople = async (place: Place, key: Uint8Array, people: Awaited<ReturnType<typeof withPeople>>) => {
  const keys = await place.open(key)
  for (const [person, made] of people) {
    const name = { personId: person, kid: made?.kid ?? '' }
    await keys.fetch([name])
    expect(Buffer.from(keys.find(person, name.kid) ?? '')).toEqual(Buffer.from(made?.key ?? ''))
    expect((await keys.forSealing(person, false))?.kid).toBe(name.kid)
  }
  await expect(keys.forSealing('eve', false)).rejects.toThrow(KeyDestroyed)
  keys.close()
}

test('a file of keys is opened alone only while nobody else has it open', () => {
  const file = join(temporaryFolder(), 'keys.sqlite')
  const keys = openKeyStore(file, masterKey)

  expect(() => keptInFile(file, 'alone')).toThrow('database is locked')

  keys.close()
  const alone = keptInFile(file, 'alone')
  expect(() => keptInFile(file, 'alone')).toThrow('database is locked')
  alone.close()
})

describe.each([
  ['a file', 'a bucket'],
  ['a bucket', 'a file'],
])('keys that are copied from %s to %s', (source, target) => {
  test('are all there, and refused where they were', async () => {
    const from = placeOf(source)
    const to = placeOf(target)
    const people = await withPeople(from)
    await from.kept.noteOnce('log', 'a log')

    expect(await copyKeys(from.kept, to.kept)).toBe(4)

    await expectPeople(to, masterKey, people)
    expect(await from.kept.note('refused')).toBe(`its keys were copied to ${to.kept.where}: set KEYS_URL to that.`)
    expect(await to.kept.note('refused')).toBeUndefined()
    expect([await to.kept.note('log'), await to.kept.note('id')]).toEqual(['a log', await from.kept.note('id')])
    await expect(copyKeys(from.kept, to.kept)).rejects.toThrow(/has keys already: name an empty place/)
  })

  test('are refused at both places while half of them are copied, and copied to the end by the next try', async () => {
    const from = placeOf(source)
    const to = placeOf(target)
    const people = await withPeople(from)
    const breaking = { ...to.kept, put: () => Promise.reject(new Error('broken off')) }
    await expect(copyKeys(from.kept, breaking)).rejects.toThrow('broken off')
    expect(await to.kept.note('refused')).toMatch(/has not ended/)
    const keys = await from.open(masterKey)
    await keys.destroy('ann')
    people.delete('ann')

    await copyKeys(from.kept, to.kept)

    await expectPeople(to, masterKey, people)
    await expect((await to.open(masterKey)).forSealing('ann', true)).rejects.toThrow(KeyDestroyed)
  })
})

describe.each(['a file', 'a bucket'])('another master key for keys in %s', (name) => {
  test('opens all of them, and the old one none; what the log names stays, and open links end', async () => {
    const place = placeOf(name)
    const people = await withPeople(place)
    const before = await place.open(masterKey)

    expect(await rewrapKeys(place.kept, masterKey, nextKey)).toBe(3)

    await expectPeople(place, nextKey, people)
    expect([await opensKept(place.kept, nextKey), await opensKept(place.kept, masterKey)]).toEqual([true, false])
    const after = await place.open(nextKey)
    expect(after.digest('email', 'ann@example.com')).toBe(before.digest('email', 'ann@example.com'))
    expect(after.digest('password-reset', 'x')).not.toBe(before.digest('password-reset', 'x'))
    expect(after.secret('session-cookie')).not.toBe(before.secret('session-cookie'))
    expect(await rootOf(place.kept, nextKey)).toEqual(masterKey)
    const third = randomBytes(32)
    await rewrapKeys(place.kept, nextKey, third)
    await expectPeople(place, third, people)
    expect(await rootOf(place.kept, third)).toEqual(masterKey)
  })

  test('goes on where it was broken off, and the keys are refused until then', async () => {
    const place = placeOf(name)
    const people = await withPeople(place)
    const breaking: KeptKeys = {
      ...place.kept,
      put: async (keys) => {
        await place.kept.put(keys.slice(0, 1))
        throw new Error('broken off')
      },
    }
    await expect(rewrapKeys(breaking, masterKey, nextKey)).rejects.toThrow('broken off')
    expect(await place.kept.note('refused')).toMatch(/^siteledger keys rewrap began .* Run it again\.$/)

    expect(await rewrapKeys(place.kept, masterKey, nextKey)).toBe(2)

    await expectPeople(place, nextKey, people)
    expect(await place.kept.note('refused')).toBeUndefined()
    expect(await rewrapKeys(place.kept, masterKey, nextKey)).toBe(0)
  })

  test('is refused where the old one is not that of the keys, and changes nothing', async () => {
    const place = placeOf(name)
    await withPeople(place)
    const before = await everyKey(place.kept)

    await expect(rewrapKeys(place.kept, randomBytes(32), nextKey)).rejects.toThrow(/^OLD_MASTER_KEY does not open/)
    await expect(rewrapKeys(place.kept, randomBytes(32), masterKey)).rejects.toThrow(/^OLD_MASTER_KEY does not open/)

    expect([await place.kept.note('root'), await place.kept.note('refused')]).toEqual([undefined, undefined])
    expect(await opensKept(place.kept, masterKey)).toBe(true)
    expect(await everyKey(place.kept)).toEqual(before)
  })
})

const replica = {
  name: 'b.example.com',
  describeSelf: async () => ({
    role: 'api' as const,
    version: '1.0.0',
    started_at: '2026-11-28T10:00:00.000Z',
    position: '7',
    lag: 0,
    building: [],
    events: {},
  }),
  taken: () => {},
  stoppedAt: () => [],
  outdated: () => {},
}

test('keys are not moved while replicas run on other machines, which are named', async () => {
  const { url, stop } = await startRedis()
  const redis = connectRedis(url)
  onTestFinished(() => redis.disconnect())
  const replicas = redisReplicas(redis, derivedKeys(masterKey, masterKey).digest).join(replica)
  await until(async () => expect(await replicas.list()).toHaveLength(1))

  await expect(refuseReplicas(url, masterKey)).rejects.toThrow('These replicas run: b.example.com. Stop them first.')
  await replicas.leave()
  await refuseReplicas(url, masterKey)

  await stop()
  await expect(refuseReplicas(url, masterKey)).rejects.toThrow(/^Redis does not answer, so nothing says/)
})
