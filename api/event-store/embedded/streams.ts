import type { DatabaseSync } from 'node:sqlite'

/**
 * EventStoreDB marks a deleted stream with the largest int64, which JavaScript numbers cannot hold. Here it is the
 * largest safe integer; `wire.ts` translates. As a revision it is the tombstone, as `$tb` the soft delete.
 */
export const DELETED = Number.MAX_SAFE_INTEGER
export const NO_STREAM = -1

/** A stream's row: its id and what its metadata says about which events are still to be read. */
export type Stream = {
  id: number
  name: string
  truncate_before: number | null
  max_count: number | null
  /** Seconds. */
  max_age: number | null
}

export const isMetadataStream = (name: string): boolean => name.startsWith('$$')
export const metadataStreamOf = (name: string): string => `$$${name}`

/** Metadata streams keep one event, whatever is written into them. */
const METADATA_KEEPS = 1

export type Streams = ReturnType<typeof streamsIn>

/** Look-ups of streams by name, all on the node's one connection. */
export function streamsIn(db: DatabaseSync) {
  const byName = db.prepare('SELECT id, name, truncate_before, max_count, max_age FROM stream WHERE name = ?')
  const insert = db.prepare('INSERT INTO stream (name, max_count) VALUES (?, ?)')
  const lastOf = db.prepare('SELECT max(revision) AS revision FROM event WHERE stream = ?')
  const setLimits = db.prepare('UPDATE stream SET truncate_before = ?, max_count = ?, max_age = ? WHERE id = ?')

  const find = (name: string): Stream | undefined => byName.get(name) as Stream | undefined

  const obtain = (name: string): Stream => {
    const found = find(name)
    if (found) return found
    const max_count = isMetadataStream(name) ? METADATA_KEEPS : null
    const id = Number(insert.run(name, max_count).lastInsertRowid)
    return { id, name, truncate_before: null, max_count, max_age: null }
  }

  /** The newest revision, NO_STREAM without any event, DELETED for a tombstone, which buries the metadata as well. */
  const lastRevision = (name: string, stream: Stream | undefined): number => {
    if (isMetadataStream(name)) {
      const original = name.slice(2)
      if (lastRevision(original, find(original)) === DELETED) return DELETED
    }
    return stream ? ((lastOf.get(stream.id)?.revision as number | null) ?? NO_STREAM) : NO_STREAM
  }

  /** Takes over what a metadata event says about a stream; what cannot be read says nothing, as on the server. */
  const applyMetadata = (name: string, metadata: Uint8Array): void => {
    const limits = parseMetadata(metadata)
    const limit = (key: string) => {
      const value = limits?.[key]
      return typeof value === 'number' && value >= 0 ? Math.min(Math.trunc(value), DELETED) : null
    }
    setLimits.run(limit('$tb'), limit('$maxCount'), limit('$maxAge'), obtain(name).id)
  }

  return { find, obtain, lastRevision, applyMetadata }
}

export function parseMetadata(metadata: Uint8Array): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(metadata).toString())
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

export const isSoftDeleted = (stream: Stream | undefined): boolean => stream?.truncate_before === DELETED

/** The first revision that metadata still allows to be read. */
export function firstRevision(stream: Stream, last: number): number {
  const kept = stream.max_count === null ? 0 : last - stream.max_count + 1
  return Math.max(0, kept, stream.truncate_before ?? 0)
}
