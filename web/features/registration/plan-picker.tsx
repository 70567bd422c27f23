import { plansFor } from '#schemas/billing/plan-choice.ts'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/RadioCard.layer.css'
import '@mantine/core/styles/RadioIndicator.layer.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Radio, SegmentedControl } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Plan } from '#schemas/billing/plans.ts'
import styles from '#web/features/registration/plan-picker.module.css'
import { termsOf, type Vat } from '#web/features/registration/plan-terms.ts'
import { priceOf } from '#web/lib/plan-price.ts'

const intervals = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'yearly', label: 'Yearly' },
]

const PlanCard = ({ plan }: { plan: Plan }) => (
  <Radio.Card value={plan.id} className={styles.card ?? ''} aria-label={`${plan.name}, ${priceOf(plan)}`}>
    <Radio.Indicator />
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

/** The plan of the other interval that goes by the same name. */
const counterpart = (shown: readonly Plan[], { name, type }: Plan): Plan | undefined =>
  shown.find((plan) => plan.name === name && plan.type === type)

type Props = {
  plans: readonly Plan[]
  chosen: Plan | undefined
  onChange: (plan: string) => void
  /** Of the billing address. */
  vat: Vat
  error?: ReactNode
}

/** Plans of teams and users with their prices, and the terms of the one that is chosen. */
export const PlanPicker = ({ plans, chosen, onChange, vat, error }: Props) => {
  const [interval, setInterval] = useState<Plan['interval']>('monthly')
  const shown = plansFor(plans, interval)
  if (shown.length === 0) return null
  const show = (next: Plan['interval']) => {
    setInterval(next)
    const others = plansFor(plans, next)
    if (!chosen || others.includes(chosen)) return
    onChange(counterpart(others, chosen)?.id ?? '')
  }
  return (
    <div>
      <Radio.Group label="Plan" value={chosen?.id ?? ''} onChange={onChange} error={error}>
        <div className={styles.plans}>
          {shown.length < plans.length && (
            <SegmentedControl
              fullWidth
              aria-label="How often to pay"
              data={intervals}
              value={interval}
              onChange={(next) => show(next as Plan['interval'])}
            />
          )}
          {shown.map((plan) => (
            <PlanCard key={plan.id} plan={plan} />
          ))}
        </div>
      </Radio.Group>
      <p className={styles.terms} aria-live="polite">
        {termsOf(chosen, vat)}
      </p>
    </div>
  )
}
