import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { lazy, useState } from 'react'
import { isFree } from '#schemas/billing/plan-choice.ts'
import type { Plan } from '#schemas/billing/plans.ts'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { Panel } from '#web/components/panel.tsx'
import type { Account } from '#web/features/billing/account.ts'
import styles from '#web/features/billing/plan-card.module.css'
import { PlanCard } from '#web/features/billing/plan-card.tsx'
import { activePlan, liveSubscription, offeredPlans } from '#web/features/billing/plan-words.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'

const PlanDetailsDialog = lazy(retryingImport(() => import('#web/features/billing/plan-details-dialog.tsx')))

const intervals = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'yearly', label: 'Yearly' },
]

type Props = { account: Account; plans: readonly Plan[]; onChoose: (plan: Plan) => void }

/** What choosing a plan is called; undefined where there is nothing to choose. */
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
