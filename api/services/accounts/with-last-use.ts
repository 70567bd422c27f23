import type { LastUses } from '#api/adapters/last-uses.ts'

/** A token, consent or client with the hour of its last use; null where none is known. */
export type WithLastUse<Row> = Row & { last_used_at: string | null }

/** Adds to each row when it was last used. */
export const withLastUse = async <Row extends { id: string }>(
  lastUses: Pick<LastUses, 'of'>,
  rows: readonly Row[],
): Promise<WithLastUse<Row>[]> => {
  const hours = await lastUses.of(rows.map(({ id }) => id))
  return rows.map((row, at) => ({ ...row, last_used_at: hours[at] ?? null }))
}
