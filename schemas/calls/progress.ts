import { z } from 'zod'

const count = z.int().min(0)

/** How far work of many steps has come. */
export const Progress = z.object({ done: count, total: count })
export type Progress = z.infer<typeof Progress>

/**
 * One line of an answer that tells its progress: several times a second how far it has come, and at last the outcome with
 * the log position that holds it, or the reason why there is none.
 */
export const progressLine = <Outcome extends z.ZodType>(outcome: Outcome) =>
  z.union([
    z.object({ progress: Progress }),
    z.object({ outcome, position: z.string().nullable() }),
    z.object({ error: z.object({ message: z.string() }) }),
  ])
export type ProgressLine<Outcome> =
  | { progress: Progress }
  | { outcome: Outcome; position: string | null }
  | { error: { message: string } }
