import { ActionIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { Icon } from '#web/components/icon.tsx'
import styles from '#web/features/notifications/notifications-button.module.css'
import { hasNewAnnouncement, recentQuery } from '#web/features/notifications/recent.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useUser } from '#web/lib/session.ts'

const loadDialog = retryingImport(() => import('#web/features/notifications/notifications-dialog.tsx'))
const NotificationsDialog = lazy(loadDialog)

/** The bell in the header, with a dot when something is unread; live changes update it. */
export const NotificationsButton = () => {
  const { last_read_announcements_at } = useUser()
  const { data } = useQuery(recentQuery)
  const [wanted, setWanted] = useState(false)
  const [opened, setOpened] = useState(false)
  const unread =
    data !== undefined &&
    (data.notifications.some(({ read }) => !read) || hasNewAnnouncement(data.announcements, last_read_announcements_at))
  const preload = () => void loadDialog()
  const open = () => {
    setWanted(true)
    setOpened(true)
  }
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        c="dimmed"
        size={36}
        className={styles.button ?? ''}
        aria-label={unread ? 'Notifications, some unread' : 'Notifications'}
        aria-haspopup="dialog"
        onClick={open}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <Icon name="bell" size={18} />
        {unread && <span className={styles.dot} />}
      </ActionIcon>
      {wanted && (
        <DialogOutlet about={opened}>
          <NotificationsDialog opened={opened} onClose={() => setOpened(false)} />
        </DialogOutlet>
      )}
    </>
  )
}
