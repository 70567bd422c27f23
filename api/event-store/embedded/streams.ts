import type { DatabaseSync } from 'node:sqlite'

/**
 * EventStoreDB marks a deleted stream with the largest int64, which JavaScript numbers cannot hold. Here it is the
 * largest safe integer; `requests.ts` and `answers.ts` translate. As a revision it is the tombstone, as `$tb` the soft
 * delete.
 */
export const DELETED = Number.MAX_SAFE_INTEGER
export const NO_STREAM = -1

/** A stream: its newest revision, and what its metadata says about which events are still to be read. */
export type Stream = {
  id: number
  name: string
  /** NO_STREAM without any event, DELETED for a tombstone. */
  last: number
  truncate_before: number | null
  max_count: number | null
  /** Seconds. */
  max_age: number | null
}

export const isMetadataStream = (name: string): boolean => name.startsWith('$$')
export const metadataStreamOf = (name: string): string => `$$${name}`

/** Metadata streams keep one event, whatever is written into them. */
const METADATA_KEEPS = 1

/** Streams kept in memory, so that most appends are a single insert. Only this node writes, so they are never stale. */
const KEPT_STREAMS = 65_536

export type Streams = ReturnType<typeof streamsIn>

/** Look-ups of streams by name, all on the node's one connection. */
export function streamsIn(db: DatabaseSync) {
  const select = db.prepare(`
    SELECT id, name, truncate_before, max_count, max_age,
      coalesce((SELECT max(revision) FROM event WHERE stream = stream.id), ${NO_STREAM}) AS last
    FROM stream WHERE name = ?`)
  const insert = db.prepare('INSERT INTO stream (name, max_count) VALUES (?, ?)')
  const setLimits = db.prepare('UPDATE stream SET truncate_before = ?, max_count = ?, max_age = ? WHERE id = ?')
  const kept = new Recent<Stream>(KEPT_STREAMS)

  const keep = (stream: Stream): Stream => {
    kept.set(stream.name, stream)
    return stream
  }

  const find = (name: string): Stream | undefined => {
    const known = kept.get(name)
    if (known) return known
    const row = select.get(name)
    return row && keep({ ...row } as Stream)
  }

  const obtain = (name: string): Stream => {
    const found = find(name)
    if (found) return found
    const max_count = isMetadataStream(name) ? METADATA_KEEPS : null
    const id = Number(insert.run(name, max_count).lastInsertRowid)
    return keep({ id, name, last: NO_STREAM, truncate_before: null, max_count, max_age: null })
  }

  /** The newest revision, NO_STREAM without any event, DELETED for a tombstone, which buries the metadata as well. */
  const lastRevision = (name: string): number => {
    if (isMetadataStream(name) && lastRevision(name.slice(2)) === DELETED) return DELETED
    return find(name)?.last ?? NO_STREAM
  }

  /** Takes over what a metadata event says about a stream; what cannot be read says nothing, as on the server. */
  const applyMetadata = (name: string, metadata: Uint8Array): void => {
    const limits = parseMetadata(metadata)
    const limit = (key: string) => {
      const value = limits?.[key]
      return typeof value === 'number' && value >= 0 ? Math.min(Math.trunc(value), DELETED) : null
    }
    const stream = obtain(name)
    stream.truncate_before = limit('$tb')
    stream.max_count = limit('$maxCount')
    stream.max_age = limit('$maxAge')
    setLimits.run(stream.truncate_before, stream.max_count, stream.max_age, stream.id)
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
export function firstRevision({ last, max_count, truncate_before }: Stream): number {
  return Math.max(0, max_count === null ? 0 : last - max_count + 1, truncate_before ?? 0)
}

/**
 * A map that forgets: it keeps at least the `limit` entries set last and at most twice as many. Two generations, because
 * removing the oldest entry of a large Map one by one costs more than all else that an append does.
 */
export class Recent<Value> {
  readonly #limit: number
  #young = new Map<string, Value>()
  #old = new Map<string, Value>()

  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: string): Value | undefined {
    return this.#young.get(key) ?? this.#old.get(key)
  }

  set(key: string, value: Value): void {
    this.#young.set(key, value)
    if (this.#young.size < this.#limit) return
    this.#old = this.#young
    this.#young = new Map()
  }
}
