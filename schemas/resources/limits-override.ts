import { z } from 'zod'

/** Limits that an operator has given a team; null where those of its plan or trial go on. */
export const LimitsOverride = z.object({
  sites: z.int().nullable(),
  team_members: z.int().nullable(),
  /** How many teams the owner of the team may have. */
  teams: z.int().nullable(),
  reason: z.string(),
  /** The end of a day, UTC. */
  ends_at: z.iso.datetime(),
})
export type LimitsOverride = z.infer<typeof LimitsOverride>
