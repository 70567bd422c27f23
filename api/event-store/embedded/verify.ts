import type { DatabaseSync } from 'node:sqlite'
import { type Checked, checksumOf } from './checksum.ts'
import { CannotStart } from './schema.ts'

type Row = Checked & { checksum: number; indexed: number | null }

/**
 * Checks every event written since the file was last known to be sound: its checksum, and that its stream finds it.
 * After an orderly stop there are none, so a start costs what was written since, not what the file holds.
 */
export function verify(db: DatabaseSync, file: string): void {
  const marker = db.prepare('SELECT verified_through AS position FROM marker').get()?.position as number
  const rows = db.prepare(`
    SELECT e.*, i.position AS indexed FROM event e
    LEFT JOIN stream s ON s.id = e.stream
    LEFT JOIN event i INDEXED BY event_of_stream ON i.stream = s.id AND i.revision = e.revision
    WHERE e.position > ? ORDER BY e.position`)
  for (const row of rows.iterate(marker) as unknown as Iterable<Row>) {
    if (row.indexed === row.position && checksumOf(row) === row.checksum) continue
    throw new CannotStart(`${file} is damaged at position ${row.position}. Restore a backup.`)
  }
  markVerified(db)
}

/** Notes that everything in the file is sound. */
export function markVerified(db: DatabaseSync): void {
  db.exec('UPDATE marker SET verified_through = (SELECT coalesce(max(position), 0) FROM event)')
}
