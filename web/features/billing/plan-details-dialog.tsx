import type { Plan } from '#schemas/billing/plans.ts'
import { Dialog } from '#web/components/dialog.tsx'
import styles from '#web/features/billing/facts.module.css'
import { priceOf } from '#web/lib/plan-price.ts'

const limit = (count: number | undefined): string => (count === undefined ? 'Without limit' : String(count))

type Props = { plan: Plan; opened: boolean; onClose: () => void }

/** Everything about a plan: its price, features and limits. */
const PlanDetailsDialog = ({ plan, opened, onClose }: Props) => {
  const { sites, teamMembers, teams } = plan.attributes
  const facts = [
    ['Price', priceOf(plan)],
    ['Sites', limit(sites)],
    ['Team members', limit(teamMembers)],
    ...(teams === undefined ? [] : [['Teams', limit(teams)]]),
  ]
  return (
    <Dialog title={plan.name} opened={opened} onClose={onClose}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {plan.features.length > 0 && (
        <ul className={styles.list}>
          {plan.features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

export default PlanDetailsDialog
