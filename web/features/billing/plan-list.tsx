import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Badge, Button, Paper, SegmentedControl, Title } from '@mantine/core'
import { lazy, useId, useState } from 'react'
import { isFree } from '#schemas/billing/plan-choice.ts'
import type { Plan } from '#schemas/billing/plans.ts'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Panel } from '#web/components/panel.tsx'
import type { Account } from '#web/features/billing/account.ts'
import styles from '#web/features/billing/plan-card.module.css'
import { PlanUse } from '#web/features/billing/plan-use.tsx'
import { activePlan, liveSubscription, offeredPlans } from '#web/features/billing/plan-words.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { money } from '#web/lib/settings.ts'

type PlanCardProps = {
  account: Account
  plan: Plan
  /** The present plan of the account. */
  current: boolean
  /** The label of the button that chooses the plan; undefined where it cannot be chosen. */
  action: string | undefined
  onChoose: () => void
  onDetails: () => void
}

/** A plan among others, with its price and what is in it. */
const PlanCard = ({ account, plan, current, action, onChoose, onDetails }: PlanCardProps) => {
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
        <PlanUse account={account} plan={plan} />
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

const PlanDetailsDialog = lazy(retryingImport(() => import('#web/features/billing/plan-details-dialog.tsx')))

const intervals = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'yearly', label: 'Yearly' },
]

type Props = { account: Account; plans: readonly Plan[]; onChoose: (plan: Plan) => void }

/** The label of choosing a plan; undefined where there is nothing to choose. */
const actionFor = (plan: Plan, current: Plan | undefined, cancelled: boolean): string | undefined => {
  if (plan.id === current?.id) return cancelled ? `Resume ${plan.name}` : undefined
  if (isFree(plan)) return current && !cancelled ? `Change to ${plan.name}` : undefined
  return `${current ? 'Change to' : 'Choose'} ${plan.name}`
}

/** The plans to choose from, by month or by year. */
export const PlanList = ({ account, plans, onChoose }: Props) => {
  const live = liveSubscription(account.billing)
  const current = activePlan(plans, account.billing)
  const [interval, setInterval] = useState<Plan['interval']>(current?.interval ?? 'monthly')
  const [details, setDetails] = useState<{ plan: Plan; opened: boolean }>()
  const own = plans.filter(({ type, active }) => type === account.kind && active)
  const shown = offeredPlans(plans, account.kind, interval)
  if (own.length === 0) return null
  return (
    <Panel title="Plans" wide>
      {new Set(own.filter((plan) => !isFree(plan)).map((plan) => plan.interval)).size > 1 && (
        <SegmentedControl
          aria-label="How often to pay"
          data={intervals}
          value={interval}
          onChange={(chosen) => setInterval(chosen as Plan['interval'])}
          style={{ justifySelf: 'start' }}
        />
      )}
      <div className={styles.cards}>
        {shown.map((plan) => (
          <PlanCard
            key={plan.id}
            account={account}
            plan={plan}
            current={plan.id === current?.id || (!live && isFree(plan) && !account.billing.state.trial)}
            action={actionFor(plan, current, live?.ends_at != null)}
            onChoose={() => onChoose(plan)}
            onDetails={() => setDetails({ plan, opened: true })}
          />
        ))}
      </div>
      {details && (
        <DialogOutlet about={details}>
          <PlanDetailsDialog {...details} onClose={() => setDetails({ ...details, opened: false })} />
        </DialogOutlet>
      )}
    </Panel>
  )
}
