import type { ReactNode } from 'react'
import styles from '#web/features/kiosk/platform/facts.module.css'

/** Terms with what is known of each. */
export const Facts = ({ label, facts }: { label: string; facts: readonly (readonly [string, ReactNode])[] }) => (
  <dl className={styles.facts} aria-label={label}>
    {facts.map(([term, fact]) => (
      <div key={term} className={styles.fact}>
        <dt>{term}</dt>
        <dd>{fact}</dd>
      </div>
    ))}
  </dl>
)
