import { createHash } from 'node:crypto'
import { buffer, text as textOf } from 'node:stream/consumers'
import { firstKid } from '#schemas/events/personal.ts'
import type { Bucket } from './bucket/bucket.ts'
import type { KeptKey, KeptKeys, KeyNote } from './kept-keys.ts'
import type { KeyName } from './key-wrapping.ts'

/** Lists after which an erasure is left to the next pass. */
const mostRounds = 10

/** The last segment of what stands for an erased person. */
const destroyed = 'destroyed'

export const tombstoneOf = (personId: string): string => `${personId}/${destroyed}`
export const objectOf = ({ personId, kid }: KeyName): string => `${personId}/${kid}`

/** Notes begin with a dot, which no person does; content is marked by the same `.log-id`. */
const noteOf = (name: KeyNote): string => (name === 'log' ? '.log-id' : `.keys-${name}`)

/** A key of a bucket as it is kept; undefined where there is none. One that is given up is an empty object. */
export const keptKeyIn = async (bucket: Pick<Bucket, 'get'>, name: KeyName): Promise<KeptKey['kept'] | undefined> => {
  const body = await bucket.get(objectOf(name))
  if (!body) return undefined
  const wrapped = await buffer(body)
  return wrapped.byteLength > 0 ? wrapped : 'given-up'
}

/** The kids of a person's keys that are in a bucket. */
export const kidsIn = async (bucket: Bucket, personId: string): Promise<string[]> => {
  const kids: string[] = []
  for await (const { key } of bucket.list(`${personId}/`)) kids.push(key.slice(personId.length + 1))
  return kids.filter((kid) => kid !== destroyed)
}

/**
 * Destroys the keys of a person. Whoever makes one at the same time sees the tombstone afterwards, or is seen by a list.
 * @throws where keys are still there after some rounds
 */
export const buryIn = async (bucket: Bucket, personId: string): Promise<void> => {
  await bucket.put(tombstoneOf(personId), new Uint8Array())
  for (let round = 0; round < mostRounds; round += 1) {
    const kids = await kidsIn(bucket, personId)
    if (kids.length === 0) return
    await bucket.deleteAll(kids.map((kid) => objectOf({ personId, kid })))
  }
  throw new Error(`Keys of ${personId} are still in ${bucket.where}`)
}

/** Keeps a key, unless its person is erased; answers whether it does. */
export const keepIn = async (bucket: Bucket, name: KeyName, wrapped: Uint8Array): Promise<boolean> => {
  await bucket.put(objectOf(name), wrapped)
  if ((await bucket.head(tombstoneOf(name.personId))) === undefined) return true
  await bucket.delete(objectOf(name))
  return false
}

/** The keys of a bucket, as objects `<person>/<kid>`. */
export const keptInBucket = (bucket: Bucket): KeptKeys => {
  const read = async (key: string): Promise<KeptKey[]> => {
    const [personId = '', kid = ''] = key.split('/')
    if (kid === destroyed) return [{ name: { personId, kid: firstKid }, kept: destroyed }]
    const name = { personId, kid }
    const kept = await keptKeyIn(bucket, name)
    return kept ? [{ name, kept }] : []
  }
  const readAll = async (keys: readonly string[]) => (await Promise.all(keys.map(read))).flat()
  const note: KeptKeys['note'] = async (name) => {
    const found = await bucket.get(noteOf(name))
    return found && (await textOf(found)).trim()
  }
  const write = (name: KeyNote, text: string) => bucket.put(noteOf(name), Buffer.from(`${text}\n`))
  return {
    where: bucket.where,
    // The same for all who ask at once.
    newId: () => createHash('sha256').update(bucket.where).digest('hex'),
    batches: async function* (size) {
      let keys: string[] = []
      for await (const { key } of bucket.list()) {
        if (key.startsWith('.')) continue
        keys.push(key)
        if (keys.length < size) continue
        yield await readAll(keys)
        keys = []
      }
      if (keys.length > 0) yield await readAll(keys)
    },
    put: async (keys) => {
      await Promise.all(
        keys.map(async ({ name, kept }) => {
          if (kept === destroyed) await buryIn(bucket, name.personId)
          else await keepIn(bucket, name, kept === 'given-up' ? new Uint8Array() : kept)
        }),
      )
    },
    note,
    setNote: (name, text) => (text === undefined ? bucket.delete(noteOf(name)) : write(name, text)),
    noteOnce: async (name, text) => {
      const noted = await note(name)
      if (noted === undefined) await write(name, text)
      return noted ?? text
    },
    close: bucket.close,
  }
}
