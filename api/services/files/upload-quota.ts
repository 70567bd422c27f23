import type { Tallies } from '#api/adapters/tallies.ts'
import { HttpProblem } from '#api/http/problem.ts'
import type { PlanLimits } from '#api/services/billing/plan-limits.ts'
import type { TeamQueries } from '#projections/directory/teams.ts'
import type { TeamId } from '#schemas/ids.ts'
import { paidBytesPerDay, trialBytesPerDay } from '#schemas/limits/ceiling-numbers.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'

/**
 * Reserves bytes in the tally of a team's day before they are read. Throws 429 when they are too many; answers a function
 * that gives back as many as did not arrive. Whoever has no team has a tally of their own.
 */
export type UploadQuota = {
  reserve: (holder: TeamId | string, bytes: number, at: string) => Promise<(unused: number) => Promise<unknown>>
}

type Setup = {
  teams: Pick<TeamQueries, 'team'>
  limits: Pick<PlanLimits, 'isPaidFor'>
  tallies: Tallies
  /** Whether the installation is of this machine, which has no such limit. */
  local: boolean
}

const day = 24 * 60 * 60 * 1000

/** Seconds from an instant to the end of its day, UTC, when the next tally begins. */
const untilTomorrow = (at: string): number => Math.ceil((day - (Date.parse(at) % day)) / 1000)

const nothing = async () => undefined

/** Limits what anybody can store in a day: who only registers less than who pays (D-102, D-116). */
export const openUploadQuota = ({ teams, limits, tallies, local }: Setup): UploadQuota => {
  const isOnTrial = (holder: string, at: string) => (teams.team(holder as TeamId)?.trial_ends_at ?? '') > at
  return {
    reserve: async (holder, bytes, at) => {
      if (local) return nothing
      const isPaidFor = limits.isPaidFor(holder as TeamId, at)
      const most = isPaidFor ? paidBytesPerDay : trialBytesPerDay
      const key = `uploads:${holder}:${at.slice(0, 10)}`
      // Bytes that are returned late go to the day that they were reserved in.
      const giveBack = (unused: number) => tallies.add(key, -unused, 2 * day)
      if ((await tallies.add(key, bytes, 2 * day)) <= most) return giveBack
      await giveBack(bytes)
      const who = isPaidFor ? 'A team' : isOnTrial(holder, at) ? 'A team on a trial' : 'A team without a subscription'
      const message = `${who} can upload ${humanReadableSize(most)} a day. Please try again tomorrow.`
      throw new HttpProblem(429, { message }, untilTomorrow(at))
    },
  }
}
