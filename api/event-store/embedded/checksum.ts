import { crc32 } from 'node:zlib'

export type Checked = {
  position: number
  stream: number
  revision: number
  id: Uint8Array
  type: string
  created: number
  json: number
  metadata: Uint8Array
  data: Uint8Array
}

/** CRC-32 over everything an event row holds; SQLite checks its log, but not the pages of the file itself. */
export function checksumOf(event: Checked): number {
  const { position, stream, revision, type, created, json } = event
  const fields = crc32(event.id, crc32(`${position} ${stream} ${revision} ${created} ${json} ${type}`))
  return crc32(event.data, crc32(event.metadata, fields))
}
