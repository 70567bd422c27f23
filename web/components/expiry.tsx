import styles from '#web/components/expiry.module.css'
import { Icon } from '#web/components/icon.tsx'
import { expiryOf } from '#web/lib/expiry.ts'

/**
 * The expiry date of a record, dd/mm/yyyy; in words once it has expired, and 60 days before: 'Expires in 12 days'.
 * Nothing for a record that does not expire. `bare` where a heading says already what the date is.
 */
export const Expiry = ({ expiresAt, bare = false }: { expiresAt: string | null; bare?: boolean }) => {
  const expiry = expiryOf(expiresAt)
  if (!expiry) return null
  if (!expiry.isDue) return bare ? expiresAt : <span className={styles.expiry}>{`Expires on ${expiresAt}`}</span>
  return (
    <span className={styles.due} data-expired={expiry.days < 0 || undefined} title={`Expiry date: ${expiresAt}`}>
      <Icon name={expiry.days < 0 ? 'alert' : 'calendar'} size={12} />
      {expiry.words}
    </span>
  )
}
