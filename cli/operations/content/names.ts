import type { ListedContent } from '#api/adapters/content-store.ts'
import { isOwnEvent } from '#api/event-store/own-streams.ts'
import { CannotCopy, type WholeEvent, type WholeLog } from '#api/event-store/whole-log.ts'
import { jsonIn } from '#cli/operations/log/marks.ts'
import { applyEvent } from '#projections/engine/projection.ts'
import { openForWriting } from '#projections/engine/read-db.ts'
import { expiredQueries, expiredTrash } from '#projections/sweeps/expired-trash/expired-trash.ts'
import { EventMetadata } from '#schemas/event.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { currentVersion, upcast } from '#schemas/events/upcasting.ts'

/** An event about contents; personal fields, of which it uses none, stay sealed. */
const recordedOf = ({
  id,
  type,
  stream,
  revision,
  position,
  data,
  metadata,
}: WholeEvent): RecordedEvent | undefined => {
  const event = { stream, type }
  if (!isOwnEvent(event) || !(event.type in expiredTrash.handlers)) return undefined
  const read = EventMetadata.parse(jsonIn(metadata))
  if (read.version > currentVersion(event.type)) {
    throw new CannotCopy(
      `The log was written by a later version (${type} at position ${position}): copy with that one.`,
    )
  }
  const payload = upcast(event.type, read.version, jsonIn(data) as Record<string, unknown>)
  return { id, type, stream, revision: BigInt(revision), position, data: payload, metadata: read } as RecordedEvent
}

/**
 * The contents that a log names, by the read model that the workers purge by, in memory. It goes on where it ended.
 */
export const openNames = (log: Pick<WholeLog, 'page'>) => {
  const db = openForWriting(':memory:', expiredTrash)
  db.run('CREATE TABLE waiting (holder TEXT, hash TEXT, PRIMARY KEY (holder, hash)) STRICT, WITHOUT ROWID')
  db.run(`CREATE TRIGGER named AFTER INSERT ON contents BEGIN
    INSERT OR IGNORE INTO waiting VALUES (new.holder, new.hash);
  END`)
  const { isNamed } = expiredQueries(db)
  let after: string | null = null
  return {
    isNamed: ({ holder, hash }: ListedContent): boolean => isNamed(holder, hash),
    /** Reads to the present end of the log. */
    read: async (): Promise<void> => {
      for (let isEnd = false; !isEnd; ) {
        const page = await log.page(after)
        db.transaction(() => {
          for (const whole of page.events) {
            const event = recordedOf(whole)
            if (event) applyEvent(expiredTrash, db, event)
          }
        })
        ;[after, isEnd] = [page.last, page.isEnd]
      }
    },
    /** How many contents that were named since are not taken. */
    waiting: (): number => db.one<{ many: number }>('SELECT count(*) AS many FROM waiting')?.many ?? 0,
    next: (limit: number) => db.all<ListedContent>('SELECT holder, hash FROM waiting LIMIT ? + 0', limit),
    take: ({ holder, hash }: ListedContent) =>
      db.run('DELETE FROM waiting WHERE holder = ? AND hash = ?', holder, hash),
    close: db.close,
  }
}
