import { useQuery } from '@tanstack/react-query'
import type { Plan } from '#schemas/billing/plans.ts'
import { isOver, type LimitUse, usesOfLimits } from '#schemas/limits/plan-use.ts'
import { counted } from '#schemas/text/counted.ts'
import { type Account, billingOf } from '#web/features/billing/account.ts'
import styles from '#web/features/billing/facts.module.css'
import { oneQuery } from '#web/lib/queries.ts'

/** '300 of 25 sites, more than it allows'. */
const wordsOf = (use: LimitUse): string => {
  const { used, limit, noun } = use
  const words = `${used.toLocaleString('en-GB')} of ${counted(limit, noun)}`
  return isOver(use) ? `${words}, more than it allows` : words
}

/** Present use beside each limit of a plan; a plan that is below it is refused (D-117). */
export const PlanUse = ({ account, plan }: { account: Account; plan: Plan }) => {
  const { calls, params } = billingOf(account)
  const { data } = useQuery(oneQuery(calls.use, params))
  const uses = data ? usesOfLimits(plan.attributes, data) : []
  if (uses.length === 0) return null
  return (
    <ul
      className={styles.uses}
      aria-label={`What ${account.kind === 'team' ? 'the team has' : 'you have'} of ${plan.name}`}
    >
      {uses.map((use) => (
        <li key={use.noun} data-over={isOver(use) || undefined}>
          {wordsOf(use)}
        </li>
      ))}
    </ul>
  )
}
