import type { ReadDb } from '#projections/engine/read-db.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import type { Metric } from '#schemas/resources/metrics.ts'

export type Counts = Partial<Record<Metric, number>>

/** The UTC day of an instant. */
const dayOf = (instant: string): string => instant.slice(0, 10)

/** Stores by how much an event changed each number, on the UTC day of an instant. */
export const contribute = (
  db: ReadDb,
  { position, type }: Pick<RecordedEvent, 'position' | 'type'>,
  at: string,
  changes: Counts,
): void => {
  const day = dayOf(at)
  const moved = Object.entries(changes).filter(([, change]) => change !== 0)
  if (moved.length === 0) db.run('INSERT INTO days (day) VALUES (?) ON CONFLICT DO NOTHING', day)
  for (const [metric, change] of moved) {
    db.run(
      'INSERT INTO contributions (day, position, metric, type, change) VALUES (?, ?, ?, ?, ?)',
      day,
      BigInt(position),
      metric,
      type,
      change,
    )
    db.run(
      `INSERT INTO days (day, ${metric}) VALUES (?, ?) ON CONFLICT DO UPDATE SET ${metric} = ${metric} + excluded.${metric}`,
      day,
      change,
    )
  }
}

/** Whether an event has changed a number of that day already. */
export const hasContributed = (db: ReadDb, { position }: Pick<RecordedEvent, 'position'>, at: string): boolean =>
  db.one('SELECT 1 FROM contributions WHERE day = ? AND position = ?', dayOf(at), BigInt(position)) !== undefined
