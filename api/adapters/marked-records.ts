import { hash, randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import { type Digest, markedTexts } from './marked-texts.ts'

/** A name that nobody guesses: 256 bits. */
export const newRecordName = (): string => randomBytes(32).toString('base64url')

/** Records of one kind in Redis, under the hash of their name, with a mark that no other program can make. */
export const markedRecords = <Kept>(redis: Redis, digest: Digest, kind: 'consent-request' | 'zip-request') => {
  const marked = markedTexts(digest, kind)
  const keyOf = (name: string): string => `${kind}:${hash('sha256', name, 'base64url')}`
  return {
    keyOf,
    /** Keeps a record for some milliseconds under its name. */
    keep: async (name: string, record: Kept, lasts: number): Promise<void> => {
      const key = keyOf(name)
      await redis.set(key, marked.write(key, JSON.stringify(record)), 'PX', lasts)
    },
    /** The record of this name; null for any other text, and later. */
    find: async (name: string): Promise<Kept | null> => {
      const key = keyOf(name)
      const text = marked.read(key, await redis.get(key))
      return text === null ? null : JSON.parse(text)
    },
  }
}
