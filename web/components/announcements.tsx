import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'

/** The toasts; screen readers announce each as it appears. */
const Announcements = () => <Notifications position="bottom-right" autoClose={5000} />

export default Announcements
