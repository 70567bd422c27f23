import styles from '#web/features/account/impersonation-banner.module.css'
import { useUser } from '#web/lib/session.ts'

/** The banner above every page while an operator impersonates a user (D-64). */
export const ImpersonationBanner = () => {
  const { impersonated, name } = useUser()
  if (!impersonated) return null
  return (
    <section aria-label="Acting for someone else" className={styles.banner}>
      <p className={styles.words}>
        You act as <strong>{name}</strong>. What you change is recorded under both names.
      </p>
      {/* A full page load from the server, which resets the app. */}
      <a href="/spark/kiosk/users/stop-impersonating" className={styles.stop}>
        Stop
      </a>
    </section>
  )
}
