import styles from '#web/features/account/impersonation-banner.module.css'
import { useUser } from '#web/lib/session.ts'

/** Stands above every page while an operator works in the name of somebody else (D-64). */
export const ImpersonationBanner = () => {
  const { impersonated, name } = useUser()
  if (!impersonated) return null
  return (
    <section aria-label="Acting for somebody else" className={styles.banner}>
      <p className={styles.words}>
        You act as <strong>{name}</strong>. What you change is recorded under both names.
      </p>
      {/* A link of the server, which begins everything anew. */}
      <a href="/spark/kiosk/users/stop-impersonating" className={styles.stop}>
        Stop
      </a>
    </section>
  )
}
