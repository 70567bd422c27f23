import { z } from 'zod'

/** Every error answer; `errors` only with 422, keyed by field (D-07). */
export const Problem = z
  .object({
    message: z.string(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof Problem>

/** What a form shows when the server gives no detail (ERR1-04). */
export const somethingWentWrong = 'Something went wrong. Please try again or contact customer support.'
