import { Readable } from 'node:stream'
import type { Bucket } from '#api/adapters/bucket/bucket.ts'

/** The model of a strongly consistent store. Each call waits for `turn`, and then happens at once. */
export const memoryBucket = (objects: Map<string, Uint8Array>, turn: () => Promise<void> = async () => {}) => {
  const calls: string[] = []
  const call = async <Result>(name: string, act: () => Result): Promise<Result> => {
    await turn()
    calls.push(name)
    return act()
  }
  const remove = (key: string) => call('delete', () => void objects.delete(key))
  const bucket: Bucket = {
    where: 's3://model/',
    get: (key) =>
      call('get', () => {
        const found = objects.get(key)
        return found && Readable.from([found])
      }),
    head: (key) =>
      call('head', () => {
        const found = objects.get(key)
        return found && { size: found.byteLength, lastModified: new Date(0) }
      }),
    put: (key, bytes) => call('put', () => void objects.set(key, bytes as Uint8Array)),
    list: async function* (start = '') {
      const keys = await call('list', () => [...objects.keys()].filter((key) => key.startsWith(start)).toSorted())
      for (const key of keys) yield { key, size: objects.get(key)?.byteLength ?? 0, lastModified: new Date(0) }
    },
    delete: remove,
    deleteAll: async (keys) => {
      for await (const key of keys) await remove(key)
    },
    isVersioned: async () => false,
    skew: () => 0,
    close: () => {},
  }
  return { bucket, calls }
}
