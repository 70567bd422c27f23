import styles from '#web/components/empty-hint.module.css'
import { Icon, type IconName } from '#web/components/icon.tsx'

/** The hint of an empty list. */
export const EmptyHint = ({ icon, children }: { icon: IconName; children: string }) => (
  <div className={styles.hint}>
    <span className={styles.icon}>
      <Icon name={icon} size={26} />
    </span>
    <p className={styles.text}>{children}</p>
  </div>
)
