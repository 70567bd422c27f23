import { z } from 'zod'

/**
 * Every error answer; `errors` only with 422, keyed by field (D-07). `confirm` only with
 * 403: the same call is accepted once the password was given to POST /login/confirm (D-100). `wanted` only with 409: the
 * files that an import still awaits.
 */
export const Problem = z
  .object({
    message: z.string(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
    confirm: z.literal(true).optional(),
    wanted: z.int().optional(),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof Problem>
