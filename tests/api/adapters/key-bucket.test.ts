import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Bucket } from '#api/adapters/bucket/bucket.ts'
import { BucketAway } from '#api/adapters/bucket/errors.ts'
import { keptInBucket } from '#api/adapters/kept-in-bucket.ts'
import { openKeyBucket } from '#api/adapters/key-bucket.ts'
import { KeyDestroyed, type KeyStore } from '#api/adapters/key-store.ts'
import { memoryBucket } from '#tests/support/memory-bucket.ts'

const masterKey = randomBytes(32)
const open = (objects: Map<string, Uint8Array>) => {
  const { bucket, calls } = memoryBucket(objects)
  return { keys: openKeyBucket(bucket, masterKey), calls }
}

describe('keys in a bucket', () => {
  test('cost one PUT and one HEAD to make, nothing to use again, and one GET elsewhere', async () => {
    const objects = new Map<string, Uint8Array>()
    const here = open(objects)
    const there = open(objects)

    const made = await here.keys.forSealing('ann', true)
    expect(await here.keys.forSealing('ann', false)).toEqual(made)
    const name = { personId: 'ann', kid: made?.kid ?? '' }
    expect(here.calls).toEqual(['put', 'head'])
    expect([...objects].map(([key, { byteLength }]) => [key, byteLength])).toEqual([[`ann/${name.kid}`, 60]])
    expect(there.keys.lacks(name)).toBe(true)
    await there.keys.fetch([name, name])
    expect(there.calls).toEqual(['get'])
    expect(there.keys.find('ann', name.kid)).toEqual(Buffer.from(made?.key ?? []))
  })

  test('are found by whoever seals for a person who is known, and none is made', async () => {
    const objects = new Map<string, Uint8Array>()
    const made = await open(objects).keys.forSealing('ann', true)

    const there = open(objects).keys
    expect(await there.forSealing('ann', false)).toEqual(made)
    expect(await there.forSealing('bob', false)).toBeUndefined()
    expect(objects.size).toBe(1)
  })

  test('are made once a bucket answers that was away', async () => {
    const { bucket } = memoryBucket(new Map())
    const away = [new BucketAway('it does not answer')]
    const put: Bucket['put'] = async (...object) => {
      const error = away.pop()
      if (error) throw error
      await bucket.put(...object)
    }

    const made = await openKeyBucket({ ...bucket, put }, masterKey).forSealing('ann', true)

    expect(await openKeyBucket(bucket, masterKey).forSealing('ann', false)).toEqual(made)
  })

  test.each([
    ['one is fetched', (keys: KeyStore) => keys.fetch([{ personId: 'ann', kid: 'a' }])],
    ['one is made', (keys: KeyStore) => keys.forSealing('ann', true)],
    ['those of a person are looked for', (keys: KeyStore) => keys.forSealing('ann', false)],
  ])('end the call in time when %s in a bucket that takes calls and never answers', async (_, ask) => {
    const { bucket } = memoryBucket(new Map(), () => new Promise(() => {}))
    const keys = openKeyBucket(bucket, masterKey, masterKey, { patience: 20, betweenTries: 5 })

    await expect(ask(keys)).rejects.toThrow(new BucketAway('s3://model/ does not answer within 0.02 seconds'))
  })

  test('[D-104] that are missing are told from those that were destroyed', async () => {
    const objects = new Map<string, Uint8Array>()
    const made = await open(objects).keys.forSealing('ann', true)
    const name = { personId: 'ann', kid: made?.kid ?? '' }
    const wrapped = objects.get(`ann/${name.kid}`) ?? new Uint8Array()
    objects.clear()
    const { keys } = open(objects)

    await keys.fetch([name])
    expect(keys.find('ann', name.kid)).toBeUndefined()
    objects.set(`ann/${name.kid}`, wrapped)
    await keys.fetch([name])
    expect(keys.find('ann', name.kid)).toBeInstanceOf(Uint8Array)
    await open(objects).keys.destroy('ann')
    keys.forget(['ann'])
    await keys.fetch([name])
    expect(keys.find('ann', name.kid)).toBe('destroyed')
    await expect(keys.forSealing('ann', true)).rejects.toThrow(KeyDestroyed)
    expect([...objects.keys()]).toEqual(['ann/destroyed'])
  })

  test('that are given up one by one leave the others of their person', async () => {
    const objects = new Map<string, Uint8Array>()
    const made = await open(objects).keys.forSealing('ann', true)
    const lost = { personId: 'ann', kid: 'lost' }
    await keptInBucket(memoryBucket(objects).bucket).put([{ name: lost, kept: 'given-up' }])
    const { keys } = open(objects)

    await keys.fetch([lost])

    expect(keys.find('ann', 'lost')).toBe('destroyed')
    expect(await keys.forSealing('ann', false)).toEqual(made)
    await keptInBucket(memoryBucket(objects).bucket).put([{ name: { personId: 'bob', kid: '0' }, kept: 'given-up' }])
    await expect(keys.forSealing('bob', false)).rejects.toThrow(KeyDestroyed)
  })

  test('open with the master key and under the name that they were made with', async () => {
    const objects = new Map<string, Uint8Array>()
    const made = await open(objects).keys.forSealing('ann', true)
    objects.set(`bob/${made?.kid}`, objects.get(`ann/${made?.kid}`) ?? new Uint8Array())

    await expect(open(objects).keys.fetch([{ personId: 'bob', kid: made?.kid ?? '' }])).rejects.toThrow()
    const other = openKeyBucket(memoryBucket(objects).bucket, randomBytes(32))
    await expect(other.fetch([{ personId: 'ann', kid: made?.kid ?? '' }])).rejects.toThrow()
  })
})
