import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'

/** The corner where announcements show; each is read out as it comes. */
const Announcements = () => <Notifications position="bottom-right" autoClose={5000} />

export default Announcements
