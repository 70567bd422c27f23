import styles from '#web/features/billing/facts.module.css'

/** One line of a bill: what it is for, and the amount in words. */
export type PriceFact = { name: string; amount: string /** What the lines above come to. */; sum?: boolean }

/** What something costs, line by line. */
export const PriceFacts = ({ facts }: { facts: readonly PriceFact[] }) => (
  <dl className={styles.facts}>
    {facts.map(({ name, amount, sum = false }) => (
      <div key={name} className={sum ? `${styles.fact} ${styles.sum}` : styles.fact}>
        <dt>{name}</dt>
        <dd>{amount}</dd>
      </div>
    ))}
  </dl>
)
