import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import styles from '#web/components/announcements.module.css'
import { useNoteInset } from '#web/components/use-note-inset.ts'

/** The toasts; screen readers announce each as it appears. */
const Announcements = () => (
  <Notifications
    position="bottom-right"
    autoClose={5000}
    className={styles.notes ?? ''}
    style={{ '--note-inset': useNoteInset() }}
  />
)

export default Announcements
