import styles from '#web/components/expiry.module.css'
import { expiryOf } from '#web/lib/expiry.ts'

/**
 * The expiry date of a record, dd/mm/yyyy; once it has expired, and 60 days before, with the days beside it: '12/12/2026 ·
 * 19 days'. Nothing for a record that does not expire. `bare` where a heading says already what the date is.
 */
export const Expiry = ({ expiresAt, bare = false }: { expiresAt: string | null; bare?: boolean }) => {
  const expiry = expiryOf(expiresAt)
  if (!expiry) return null
  return (
    <span className={styles.expiry} data-bare={bare || undefined}>
      {!bare && (expiry.urgency === 'expired' ? 'Expired on ' : 'Expires on ')}
      {expiresAt}
      {expiry.urgency && (
        <>
          {' · '}
          <span data-urgency={expiry.urgency}>{expiry.words}</span>
        </>
      )}
    </span>
  )
}
