import { z } from 'zod'

/** Rows of one page by default, and the largest `limit` (D-08). */
const maxRows = 1000

const limit = `The limit must be a number from 1 to ${maxRows}.`

/** `?limit=` and `?cursor=` of every list (D-08). */
export const PageQuery = z.object({
  limit: z.coerce
    .number(limit)
    .int(limit)
    .min(1, limit)
    .max(maxRows, limit)
    .default(maxRows)
    .meta({ description: 'The maximum number of rows in a page.' }),
  cursor: z.string().max(2048).optional().meta({ description: 'Where the page begins: as the Link header says.' }),
})
export type PageQuery = z.infer<typeof PageQuery>

/**
 * One page of a read model: its rows, the number of all rows, and the cursor of the next page. With `isAtLeast`
 * counting stopped at `total` and there are more rows.
 */
export type Page<Row> = { rows: Row[]; total: number; isAtLeast?: true; next: string | null }
