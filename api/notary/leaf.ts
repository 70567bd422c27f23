import { hash } from 'node:crypto'
import type { WholeEvent } from '#api/event-store/whole-log.ts'

/** What a leaf is made of; neither positions nor times of a server, so that a copy of a log has the same leaves. */
export type LeafEvent = Omit<WholeEvent, 'position'>

const decoder = new TextDecoder()

/** Data or metadata so that JSON is the same however a store spaces and escapes it; what is no JSON stays as it is. */
export const canonicalOf = (bytes: Uint8Array, json: boolean): string | Uint8Array => {
  if (!json || bytes.length === 0) return bytes
  try {
    return JSON.stringify(JSON.parse(decoder.decode(bytes)))
  } catch {
    return bytes
  }
}

/** The text that stands for an event in the tree: one line of JSON, with digests of data and metadata. */
export const leafOf = ({ stream, revision, id, type, json, data, metadata }: LeafEvent): string => {
  const digests = [data, metadata].map((bytes) => hash('sha256', canonicalOf(bytes, json)))
  return JSON.stringify(['siteledger-leaf-1', stream, revision, id, type, ...digests])
}
