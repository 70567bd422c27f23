import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '#web/components/dialog.tsx'
import { Failure } from '#web/components/failure.tsx'
import { Waiting } from '#web/components/waiting.tsx'
import { AnnouncementList } from '#web/features/notifications/announcement-list.tsx'
import { NotificationList } from '#web/features/notifications/notification-list.tsx'
import styles from '#web/features/notifications/notifications-dialog.module.css'
import { recentQuery } from '#web/features/notifications/recent.ts'
import { messageOf } from '#web/lib/api-problem.ts'

/**
 * Notifications and announcements in two tabs: opening the dialog marks all notifications as read, opening the second
 * tab the announcements.
 */
const NotificationsDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const [tab, setTab] = useState<string | null>('notifications')
  const { data, error, refetch } = useQuery(recentQuery)
  return (
    <Dialog title="What's new" opened={opened} onClose={onClose} size="32rem">
      <Tabs value={tab} onChange={setTab} keepMounted={false} classNames={{ tab: styles.tab }}>
        <Tabs.List grow aria-label="Kinds of news">
          <Tabs.Tab value="notifications">Notifications</Tabs.Tab>
          <Tabs.Tab value="announcements">Announcements</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="notifications" pt="md">
          {data && <NotificationList notifications={data.notifications} />}
        </Tabs.Panel>
        <Tabs.Panel value="announcements" pt="md">
          {data && <AnnouncementList announcements={data.announcements} />}
        </Tabs.Panel>
      </Tabs>
      {!data && !error && <Waiting label="Loading the news" />}
      {!data && error && <Failure message={messageOf(error)} onRetry={() => void refetch()} />}
    </Dialog>
  )
}

export default NotificationsDialog
