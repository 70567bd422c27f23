import type { Moment } from '#schemas/calls/as-of.ts'

/** The past as requests ask for it. */
export type Past = {
  /**
   * The moment that a text names, now without one. Throws 422 under the name of the field, `as_of`, for one that is none,
   * in the future or before the log, 503 while it is not read.
   */
  moment: (text: unknown, field?: string) => Promise<Moment>
  /** Answers at a moment. */
  answerAt: <Answer>(moment: Moment, answer: () => Answer) => Answer
}
