import type { LastUses } from '#api/adapters/last-uses.ts'

/** A token, consent or client with the hour of its last use; null where none is known. */
export type WithLastUse<Row> = Row & { last_used_at: string | null }

/**
 * Adds to each row when it was last used. The hour of a use may have begun before the row did, and nothing is used before
 * that.
 */
export const withLastUse = async <Row extends { id: string; created_at: string }>(
  lastUses: Pick<LastUses, 'of'>,
  rows: readonly Row[],
): Promise<WithLastUse<Row>[]> => {
  const hours = await lastUses.of(rows.map(({ id }) => id))
  return rows.map((row, at) => {
    const hour = hours[at] ?? null
    return { ...row, last_used_at: hour !== null && hour < row.created_at ? row.created_at : hour }
  })
}
