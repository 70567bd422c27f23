import type { Past } from '#api/http/past.ts'
import { behind, invalidField, unavailable } from '#api/http/problem.ts'
import { comparePositions, hasReached } from '#projections/engine/position.ts'
import type { ClockQueries } from '#projections/past/clock.ts'
import { past } from '#projections/past/past.ts'
import { type Moment, readAsOf } from '#schemas/calls/as-of.ts'
import { type Clock, showDate, today } from '#schemas/time/dates.ts'
import { answerAt } from './moments.ts'
import type { Projector } from './projector.ts'
import { shareOf } from './share.ts'

/** Milliseconds that a request waits until the past has been read so far. */
const longestWait = 2000

type PastSetup = {
  /** The log's time. */
  ticks: ClockQueries
  projector: Pick<Projector, 'caughtUp' | 'reached' | 'standing'>
  lastPosition: () => Promise<string | null>
  clock: Clock
}

/** Finds the moments of the log that callers ask for. The clock of the log decides, which never goes back (D-121). */
export const openPast = ({ ticks, projector, lastPosition, clock }: PastSetup): Past => {
  const names = [past.name]

  /** Waits until the past is read up to a position. Throws 503 where it is not. */
  const readUpTo = async (position: string): Promise<void> => {
    if (!(await projector.caughtUp(longestWait, names))) {
      const share = Math.floor(100 * shareOf(projector.standing(names).upTo, await lastPosition()))
      throw unavailable(`The past is being read from the log: ${share} percent.`, 5)
    }
    if (!(await projector.reached(position, longestWait, names))) throw behind()
  }

  /** What the log held at an instant is known once the past has passed it, or holds what the log holds now. */
  const tickAt = async (instant: number) => {
    if ((ticks.last()?.at ?? 0) <= instant) await readUpTo((await lastPosition()) ?? '0')
    return ticks.at(instant)
  }

  const moment = async (text: unknown, field = 'as_of'): Promise<Moment> => {
    const refused = (message: string) => invalidField(field, message)
    const words = field.replaceAll('_', ' ')
    const inFuture = () => refused(`The ${words} may not be in the future.`)
    const tooEarly = () => {
      const began = new Date(ticks.first()?.at ?? clock.now())
      return refused(`There is nothing from before ${showDate(today(began, clock.timeZone))}.`)
    }
    const now = clock.now()
    // All that is recorded counts now, also what a clock ahead of ours recorded.
    const newest = text === undefined ? await tickAt(Number.MAX_SAFE_INTEGER) : undefined
    if (newest) return { position: newest.position, at: new Date(Math.max(now.getTime(), newest.at)) }
    const asked = typeof text === 'string' ? readAsOf(text, now, clock.timeZone) : undefined
    if (!asked) throw refused(`The ${words} is not a valid date.`)
    if ('instant' in asked) {
      if (asked.instant > now.getTime()) throw inFuture()
      const tick = await tickAt(asked.instant)
      if (!tick) throw tooEarly()
      return { position: tick.position, at: new Date(asked.instant) }
    }
    const { position } = asked
    if (!hasReached(await lastPosition(), position)) throw inFuture()
    await readUpTo(position)
    const tick = ticks.of(position)
    if (!tick || comparePositions(position, ticks.first()?.position ?? null) < 0) throw tooEarly()
    return { position, at: new Date(tick.at) }
  }
  return { moment, answerAt }
}
