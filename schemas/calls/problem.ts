import { z } from 'zod'

/**
 * Every error answer; `errors` only with 422, keyed by field (D-07). `confirm` only with
 * 403: the same call is accepted once the password was given to POST /login/confirm (D-100).
 */
export const Problem = z
  .object({
    message: z.string(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
    confirm: z.literal(true).optional(),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof Problem>
