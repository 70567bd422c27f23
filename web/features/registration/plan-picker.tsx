import { isFree, plansFor } from '#schemas/plan-choice.ts'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/RadioCard.layer.css'
import '@mantine/core/styles/RadioIndicator.layer.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Radio, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Plan } from '#schemas/plans.ts'
import styles from '#web/features/registration/plan-picker.module.css'
import { listPlans } from '#web/lib/calls/plans.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { money } from '#web/lib/settings.ts'

const plansQuery = oneQuery(listPlans)

const intervals = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'yearly', label: 'Yearly' },
]

const priceOf = (plan: Plan): string =>
  isFree(plan) ? 'Free' : `${money(plan.price)} a ${plan.interval === 'yearly' ? 'year' : 'month'}`

const PlanCard = ({ plan }: { plan: Plan }) => (
  <Radio.Card
    value={plan.id}
    disabled={!isFree(plan)}
    className={styles.card ?? ''}
    aria-label={`${plan.name}, ${priceOf(plan)}`}
  >
    <Radio.Indicator className={styles.mark ?? ''} />
    <span className={styles.words}>
      <span className={styles.name}>
        {plan.name}
        {plan.type === 'user' && <span className={styles.kind}>for yourself</span>}
      </span>
      <span className={styles.features}>{plan.features.join(' · ')}</span>
    </span>
    <span className={styles.price}>{priceOf(plan)}</span>
  </Radio.Card>
)

type Props = { value: string; onChange: (plan: string) => void; error?: ReactNode }

/** Plans of teams and users with their prices (REG-05). Paid plans are shown but cannot be chosen. */
export const PlanPicker = ({ value, onChange, error }: Props) => {
  const { data: plans = [] } = useQuery(plansQuery)
  const [interval, setInterval] = useState<Plan['interval']>('monthly')
  const shown = plansFor(plans, interval)
  if (shown.length === 0) return null
  return (
    <Radio.Group
      label="Plan"
      description="You start with 10 days of everything, without limits; after that the limits of the free plan apply. Plans with a price cannot be taken yet."
      value={value}
      onChange={onChange}
      error={error}
    >
      <div className={styles.plans}>
        {shown.length < plans.length && (
          <SegmentedControl
            fullWidth
            aria-label="How often to pay"
            data={intervals}
            value={interval}
            onChange={(chosen) => setInterval(chosen as Plan['interval'])}
          />
        )}
        {shown.map((plan) => (
          <PlanCard key={plan.id} plan={plan} />
        ))}
      </div>
    </Radio.Group>
  )
}
