import { Badge, Button, Paper, Title } from '@mantine/core'
import { useId } from 'react'
import { isFree } from '#schemas/billing/plan-choice.ts'
import type { Plan } from '#schemas/billing/plans.ts'
import { Icon } from '#web/components/icon.tsx'
import styles from '#web/features/billing/plan-card.module.css'
import { money } from '#web/lib/settings.ts'

type Props = {
  plan: Plan
  /** What the account has now. */
  current: boolean
  /** The label of the button that chooses the plan; undefined where it cannot be chosen. */
  action: string | undefined
  onChoose: () => void
  onDetails: () => void
}

/** A plan among others, with its price and what is in it. */
export const PlanCard = ({ plan, current, action, onChoose, onDetails }: Props) => {
  const heading = useId()
  const { name, price, interval, features } = plan
  return (
    <Paper
      component="article"
      aria-labelledby={heading}
      className={styles.card ?? ''}
      data-current={current || undefined}
    >
      <div className={styles.head}>
        <Title order={3} id={heading}>
          {name}
        </Title>
        {current && (
          <Badge variant="light" size="sm" tt="none">
            Your plan
          </Badge>
        )}
      </div>
      <p className={styles.price}>
        <span className={styles.amount}>{money(price)}</span>
        {!isFree(plan) && <span className={styles.interval}>{interval === 'yearly' ? ' a year' : ' a month'}</span>}
      </p>
      <ul className={styles.features}>
        {features.map((feature) => (
          <li key={feature}>
            <Icon name="check" size={15} />
            {feature}
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        {action && (
          <Button fullWidth variant={isFree(plan) ? 'default' : 'filled'} onClick={onChoose} aria-describedby={heading}>
            {action}
          </Button>
        )}
        <Button fullWidth variant="subtle" size="xs" onClick={onDetails} aria-describedby={heading}>
          Details
        </Button>
      </div>
    </Paper>
  )
}
