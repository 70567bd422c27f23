import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { firstKid } from '#schemas/events/personal.ts'
import type { Bucket } from './bucket/bucket.ts'
import { BucketAway } from './bucket/errors.ts'
import { buryIn, keepIn, keptKeyIn, kidsIn, objectOf, tombstoneOf } from './kept-in-bucket.ts'
import { KeyDestroyed, type KeyStore } from './key-store.ts'
import { derivedKeys, type KeyName, nameOf, unwrap, wrap } from './key-wrapping.ts'
import { knownPeople } from './known-people.ts'
import { keyFor } from './master-key.ts'

/** Keys that are fetched at once. */
const fetchedAtOnce = 50

/** Milliseconds that a call waits for a bucket that does not answer, and between two tries at a new key. */
const usual = { patience: 10_000, betweenTries: 500 }

/**
 * Keys as objects `<person>/<kid>`, which any number of processes make and destroy at once, without conditional writes: who
 * makes one looks for the tombstone afterwards, who destroys writes it first and lists afterwards, so that one sees the
 * other. Keys are in memory only, as long as there is room.
 */
export const openKeyBucket = (
  bucket: Bucket,
  masterKey: Uint8Array,
  root = masterKey,
  { patience, betweenTries } = usual,
): KeyStore => {
  const wrappingKey = keyFor(masterKey, 'person-keys')
  const known = knownPeople()

  /** Work that ends with BucketAway once it is `late`: a server may take a call and never answer it. */
  const inTime = <Result>(work: (late: AbortSignal) => Promise<Result>): Promise<Result> => {
    const late = AbortSignal.timeout(patience)
    const tooLate = once(late, 'abort').then(() => {
      throw new BucketAway(`${bucket.where} does not answer within ${patience / 1000} seconds`)
    })
    return Promise.race([work(late), tooLate])
  }

  /** Tries again while the bucket is away, within the time that a person waits. */
  const patiently = <Result>(act: () => Promise<Result>): Promise<Result> =>
    inTime(async (late) => {
      for (;;) {
        try {
          return await act()
        } catch (error) {
          if (!(error instanceof BucketAway) || late.aborted) throw error
          await wait(betweenTries)
        }
      }
    })

  const isDestroyed = async (personId: string): Promise<boolean> => {
    const found = (await bucket.head(tombstoneOf(personId))) !== undefined
    if (found) known.destroyed(personId)
    return found
  }

  const fetchOne = async (name: KeyName): Promise<void> => {
    const kept = await keptKeyIn(bucket, name)
    if (kept instanceof Uint8Array) known.add(name, unwrap(wrappingKey, nameOf(name), kept))
    else if (kept) known.add(name, 'destroyed')
    else await isDestroyed(name.personId)
  }

  const fetch: KeyStore['fetch'] = async (names) => {
    const lacking = [...new Map(names.map((name) => [objectOf(name), name])).values()]
    for (let from = 0; from < lacking.length; from += fetchedAtOnce) {
      await inTime(() => Promise.all(lacking.slice(from, from + fetchedAtOnce).map(fetchOne)))
    }
  }

  const make = (personId: string) => {
    const name = { personId, kid: randomBytes(9).toString('base64url') }
    const key = randomBytes(32)
    const wrapped = wrap(wrappingKey, nameOf(name), key)
    return patiently(async () => {
      if (!(await keepIn(bucket, name, wrapped))) {
        known.destroyed(personId)
        throw new KeyDestroyed()
      }
      known.add(name, key)
      return { kid: name.kid, key }
    })
  }

  /** Looks for the keys of a person who has none in memory. */
  const look = async (personId: string): Promise<void> => {
    if (await isDestroyed(personId)) return
    const kids = await kidsIn(bucket, personId)
    await fetch(kids.map((kid) => ({ personId, kid })))
    // All that there were are given up.
    if (kids.length > 0 && !known.first(personId)) throw new KeyDestroyed()
  }

  return {
    find: (personId, kid = firstKid) => known.find(personId, kid),
    lacks: ({ personId, kid }) => known.find(personId, kid) === undefined,
    fetch,
    forSealing: async (personId, mayMake) => {
      if (!known.first(personId)) {
        if (mayMake) return make(personId)
        await inTime(() => look(personId))
      }
      const key = known.first(personId)
      if (key === 'destroyed') throw new KeyDestroyed()
      return key
    },
    forget: known.forget,
    destroy: async (personId) => {
      await buryIn(bucket, personId)
      known.destroyed(personId)
    },
    ...derivedKeys(masterKey, root),
    close: bucket.close,
  }
}
