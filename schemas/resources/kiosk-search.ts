import { z } from 'zod'

/** The most rows that a search of operators answers. */
export const maxFound = 50

/** The search of operators: any text, never syntax; blank finds the newest. */
export const OperatorQuery = z.object({
  query: z
    .string({ error: 'The query must be text.' })
    .trim()
    .max(255, 'The query may not be greater than 255 characters.')
    .default(''),
})
