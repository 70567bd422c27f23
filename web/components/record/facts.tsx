import type { ReactNode } from 'react'
import styles from '#web/components/record/facts.module.css'

/** What is known of a record; `wide` where its value comes later and may be long, so that it pushes nothing away. */
export type Fact = { label: string; value: ReactNode; wide?: boolean }

/** The facts of a record, above its parts. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={styles.facts}>
    {facts.map(({ label, value, wide }) => (
      <div key={label} data-wide={wide}>
        <dt>{label}</dt>
        <dd dir="auto">{value}</dd>
      </div>
    ))}
  </dl>
)
