import type { DatabaseSync } from 'node:sqlite'

/**
 * EventStoreDB marks a deleted stream with the largest int64, which a JavaScript number cannot hold. Here it is the
 * largest safe integer; `requests.ts` and `answers.ts` translate. As a revision it is the tombstone, as `$tb` the soft
 * delete.
 */
export const deletedRevision = Number.MAX_SAFE_INTEGER
export const noStream = -1

/** A stream: its newest revision, and the limits that its metadata sets on reading. */
export type Stream = {
  id: number
  name: string
  /** The newest revision: noStream without any event, deletedRevision for a tombstone. */
  last: number
  truncate_before: number | null
  max_count: number | null
  /** Seconds. */
  max_age: number | null
}

export const isMetadataStream = (name: string): boolean => name.startsWith('$$')
export const metadataStreamOf = (name: string): string => `$$${name}`

/** The $maxCount of every metadata stream, whatever is written to it. */
const metadataKeeps = 1

/**
 * How many streams are cached, so that most appends are a single insert. Only this node writes, so the cache is never
 * stale.
 */
const cachedStreams = 65_536

export type Streams = ReturnType<typeof streamsIn>

/** Looks streams up by name, all on the node's one connection. */
export const streamsIn = (db: DatabaseSync) => {
  const select = db.prepare(`
    SELECT id, name, truncate_before, max_count, max_age,
      coalesce((SELECT max(revision) FROM event WHERE stream = stream.id), ${noStream}) AS last
    FROM stream WHERE name = ?`)
  const insert = db.prepare('INSERT INTO stream (name, max_count) VALUES (?, ?)')
  const setLimits = db.prepare('UPDATE stream SET truncate_before = ?, max_count = ?, max_age = ? WHERE id = ?')
  const cache = new Recent<Stream>(cachedStreams)

  const cached = (stream: Stream): Stream => {
    cache.set(stream.name, stream)
    return stream
  }

  const find = (name: string): Stream | undefined => {
    const known = cache.get(name)
    if (known) return known
    const row = select.get(name)
    return row && cached({ ...row } as Stream)
  }

  const obtain = (name: string): Stream => {
    const found = find(name)
    if (found) return found
    const max_count = isMetadataStream(name) ? metadataKeeps : null
    const id = Number(insert.run(name, max_count).lastInsertRowid)
    return cached({ id, name, last: noStream, truncate_before: null, max_count, max_age: null })
  }

  /**
   * The newest revision: noStream without any event, deletedRevision for a tombstone, which deletes the metadata stream too.
   */
  const lastRevision = (name: string): number => {
    if (isMetadataStream(name) && lastRevision(name.slice(2)) === deletedRevision) return deletedRevision
    return find(name)?.last ?? noStream
  }

  /**
   * Applies the limits of a metadata event to a stream. As on the server, metadata that is not JSON or has a limit of
   * the wrong type sets no limit at all, and a $maxCount or $maxAge of zero or less counts as unset.
   */
  const applyMetadata = (name: string, metadata: Uint8Array, json: boolean): void => {
    const limits = json ? limitsIn(metadata) : {}
    const stream = obtain(name)
    stream.truncate_before = limits.$tb ?? null
    stream.max_count = limits.$maxCount || null
    stream.max_age = limits.$maxAge || null
    setLimits.run(stream.truncate_before, stream.max_count, stream.max_age, stream.id)
  }

  return { find, obtain, lastRevision, applyMetadata }
}

export const parseMetadata = (metadata: Uint8Array): Record<string, unknown> | undefined => {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(metadata).toString())
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const limitNames = ['$tb', '$maxCount', '$maxAge'] as const
type Limits = Partial<Record<(typeof limitNames)[number], number>>

/** The limits that metadata sets, none if one of them is not an integer. */
const limitsIn = (metadata: Uint8Array): Limits => {
  const parsed = parseMetadata(metadata) ?? {}
  const set = limitNames.filter((name) => parsed[name] !== undefined && parsed[name] !== null)
  // The server's largest `$tb` exceeds the safe integers and is capped at deletedRevision.
  if (!set.every((name) => Number.isInteger(parsed[name]))) return {}
  return Object.fromEntries(set.map((name) => [name, Math.min(Math.max(Number(parsed[name]), 0), deletedRevision)]))
}

export const isSoftDeleted = (stream: Stream | undefined): boolean => stream?.truncate_before === deletedRevision

/** The first revision that the stream's limits allow to be read. */
export const firstRevision = ({ last, max_count, truncate_before }: Stream): number => {
  return Math.max(0, max_count === null ? 0 : last - max_count + 1, truncate_before ?? 0)
}

/**
 * A bounded cache: it keeps at least the `limit` entries that were set last and at most twice as many. It has two
 * generations, because removing the oldest entry of a large Map one by one costs more than the rest of an append.
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
