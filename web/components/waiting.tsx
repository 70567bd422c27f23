import { Loader } from '@mantine/core'
import styles from '#web/components/waiting.module.css'

/** A spinner that says what it waits for. */
export const Waiting = ({ label }: { label: string }) => (
  <div className={styles.waiting} role="status" aria-label={label}>
    <Loader color="var(--siteledger-accent)" size="md" type="oval" />
  </div>
)
