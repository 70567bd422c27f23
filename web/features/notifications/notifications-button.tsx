import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { HeaderIcon } from '#web/components/header-icon.tsx'
import { Icon } from '#web/components/icon.tsx'
import styles from '#web/features/notifications/notifications-button.module.css'
import { hasNewAnnouncement, recentQuery } from '#web/features/notifications/recent.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useUser } from '#web/lib/session.ts'
import { useLazyDialog } from '#web/lib/use-lazy-dialog.ts'

const loadDialog = retryingImport(() => import('#web/features/notifications/notifications-dialog.tsx'))
const NotificationsDialog = lazy(loadDialog)

/** The bell in the header, with a dot when something is unread; live changes update it. */
export const NotificationsButton = () => {
  const { last_read_announcements_at } = useUser()
  const { data } = useQuery(recentQuery)
  const { wanted, opened, onClose, opener } = useLazyDialog(loadDialog)
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
      {wanted && (
        <DialogOutlet about={opened}>
          <NotificationsDialog opened={opened} onClose={onClose} />
        </DialogOutlet>
      )}
    </>
  )
}
