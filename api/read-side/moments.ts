import { AsyncLocalStorage } from 'node:async_hooks'
import type { Moment } from '#schemas/calls/as-of.ts'

const moments = new AsyncLocalStorage<Moment>()

/** Answers a request at a moment: the past's read models answer within it what stood then. */
export const answerAt = <Answer>(moment: Moment, answer: () => Answer): Answer => moments.run(moment, answer)

/** The moment of the request that is being answered. */
export const presentMoment = (): Moment => {
  const moment = moments.getStore()
  if (!moment) throw new Error('The past is read outside of a moment')
  return moment
}
