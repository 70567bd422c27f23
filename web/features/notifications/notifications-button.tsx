import { useQuery } from '@tanstack/react-query'
import { HeaderIcon } from '#web/components/header-icon.tsx'
import { Icon } from '#web/components/icon.tsx'
import { lazyDialog, useLazyDialog } from '#web/components/lazy-dialog.tsx'
import styles from '#web/features/notifications/notifications-button.module.css'
import { hasNewAnnouncement, recentQuery } from '#web/features/notifications/recent.ts'
import { useUser } from '#web/lib/session.ts'

const notificationsDialog = lazyDialog(() => import('#web/features/notifications/notifications-dialog.tsx'))

/** The bell in the header, with a dot when something is unread; live changes update it. */
export const NotificationsButton = () => {
  const { last_read_announcements_at } = useUser()
  const { data } = useQuery(recentQuery)
  const { opener, outlet } = useLazyDialog(notificationsDialog)
  const unread =
    data !== undefined &&
    (data.notifications.some(({ read }) => !read) || hasNewAnnouncement(data.announcements, last_read_announcements_at))
  return (
    <>
      <HeaderIcon
        className={styles.button ?? ''}
        aria-label={unread ? 'Notifications, some unread' : 'Notifications'}
        {...opener}
      >
        <Icon name="bell" size={18} />
        {unread && <span className={styles.dot} />}
      </HeaderIcon>
      {outlet({})}
    </>
  )
}
