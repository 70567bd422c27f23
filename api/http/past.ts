import type { Moment } from '#schemas/calls/as-of.ts'

/** A moment that was asked for, with the instant that it stands for: of a position its log time. */
export type AskedMoment = Moment & { shown: string }

/** The past as requests ask for it. */
export type Past = {
  /**
   * The moment that a text names, now without one. Throws 422 under the name of the field, `as_of`, for one that is none,
   * in the future or before the log, 503 while it is not read.
   */
  moment: (text: unknown, field?: string) => Promise<AskedMoment>
  /** Answers at a moment. */
  answerAt: <Answer>(moment: Moment, answer: () => Answer) => Answer
}
