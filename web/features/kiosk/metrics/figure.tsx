import { Button } from '@mantine/core'
import { useId } from 'react'
import type { Metric } from '#schemas/resources/metrics.ts'
import styles from '#web/features/kiosk/metrics/figures.module.css'

/** Shows the events behind a number. */
export type Explain = (metric: Metric) => void

type Props = {
  label: string
  value: string
  /** Below the value, such as '+12% from last month'. */
  changes?: readonly string[]
  /** Shows the events behind the number. */
  onExplain: () => void
}

/** One number of the platform, with a button that tells how it came about. */
export const Figure = ({ label, value, changes = [], onExplain }: Props) => {
  const id = useId()
  return (
    <div className={styles.figure}>
      <dt id={id}>{label}</dt>
      <dd className={styles.value}>{value}</dd>
      {changes.map((change) => (
        <dd key={change} className={styles.change}>
          {change}
        </dd>
      ))}
      <dd>
        <Button variant="subtle" size="compact-xs" aria-haspopup="dialog" aria-describedby={id} onClick={onExplain}>
          How it came about
        </Button>
      </dd>
    </div>
  )
}
