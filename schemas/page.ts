import { z } from 'zod'

/** Rows of one page when the caller names no limit, and the most that he may name (D-08). */
export const mostRows = 1000

/** `?limit=` and `?cursor=` of every list (D-08). */
export const PageQuery = z.object({
  limit: z.coerce.number({ error: 'The limit must be a number.' }).int().min(1).max(mostRows).default(mostRows),
  cursor: z.string().max(512).optional(),
})
export type PageQuery = z.infer<typeof PageQuery>

/** One page of a read model: its rows, how many there are in all, and where the next page starts. */
export type Page<Row> = { rows: Row[]; total: number; next: string | null }
