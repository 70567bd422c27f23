import { buffer } from 'node:stream/consumers'
import { type ContentHolder, type ContentStore, findOrMiss } from '#api/adapters/content-store.ts'
import type { ContentHash } from '#schemas/ids.ts'

/** The bytes of a content that is there. */
export const bytesIn = async (store: ContentStore, holder: ContentHolder, hash: ContentHash): Promise<Buffer> =>
  buffer(await (await findOrMiss(store, holder, hash, 'a test')).read())

/** The path of a content in a folder. */
export const pathIn = async (store: ContentStore, holder: ContentHolder, hash: ContentHash): Promise<string> =>
  (await findOrMiss(store, holder, hash, 'a test')).inFile(async (path) => path)
