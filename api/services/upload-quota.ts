import type { Tallies } from '#api/adapters/tallies.ts'
import { HttpProblem } from '#api/http/problem.ts'
import type { TeamQueries } from '#projections/directory/teams.ts'
import { trialBytesPerDay } from '#schemas/ceiling-numbers.ts'
import { humanReadableSize } from '#schemas/file-size.ts'
import type { TeamId } from '#schemas/ids.ts'

/** Counts files that are about to be stored. Throws 429 when a team on a trial has uploaded too much in a day. */
export type UploadQuota = { count: (teamId: TeamId, files: readonly { size: number }[], at: string) => Promise<void> }

type Setup = {
  teams: Pick<TeamQueries, 'team'>
  tallies: Tallies
  /** Whether mails reach people: a developer's machine has no such limit. */
  mailGoesOut: boolean
}

const day = 24 * 60 * 60 * 1000

const tooMuch = () =>
  new HttpProblem(
    429,
    {
      message: `A team on a trial can upload ${humanReadableSize(trialBytesPerDay)} a day. Please try again tomorrow.`,
    },
    3600,
  )

/** Limits what anybody can store who only registers (D-102). */
export const openUploadQuota = ({ teams, tallies, mailGoesOut }: Setup): UploadQuota => ({
  count: async (teamId, files, at) => {
    const trialEndsAt = teams.team(teamId)?.trial_ends_at ?? ''
    if (!mailGoesOut || trialEndsAt <= at) return
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    if ((await tallies.add(`uploads:${teamId}`, bytes, day)) <= trialBytesPerDay) return
    await tallies.add(`uploads:${teamId}`, -bytes, day)
    throw tooMuch()
  },
})
