import { strFromU8, unzipSync } from 'fflate'
import type { Caller } from './caller.ts'

/** The files of a zip file as texts (Latin-1), by their paths, in their order. */
export const unzipped = (bytes: Uint8Array): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(bytes)).map(([path, content]) => [path, strFromU8(content, true)]))

/** The bytes that a caller gets at an address. */
export const bytesAt = async (url: string, caller: Caller): Promise<{ answer: Response; bytes: Uint8Array }> => {
  const answer = await fetch(url, { headers: { cookie: caller.cookie() ?? '' } })
  return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) }
}
