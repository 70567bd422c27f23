/** What plans limit, in the order of sentences. */
const nouns = { teams: 'team', sites: 'site', teamMembers: 'member' } as const

type Limited = keyof typeof nouns

export const limitedByPlans = Object.keys(nouns) as Limited[]

/** How much there is of what plans limit; what does not count for the account, or has no limit, is absent. */
export type PlanUse = { [each in Limited]?: number | undefined }

export type LimitUse = { noun: (typeof nouns)[Limited]; used: number; limit: number }

/** Present use beside each limit of a plan. */
export const usesOfLimits = (limits: PlanUse, use: PlanUse): LimitUse[] =>
  limitedByPlans.flatMap((each) => {
    const used = use[each]
    const limit = limits[each]
    return used === undefined || limit === undefined ? [] : { noun: nouns[each], used, limit }
  })

export const isOver = ({ used, limit }: LimitUse): boolean => used > limit
