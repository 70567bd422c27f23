import { Button, Tabs } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import Markdown from 'react-markdown'
import type { Announcement } from '#schemas/resources/announcements.ts'
import { type Notification, readAnnouncements, readNotifications } from '#schemas/resources/notifications.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { Icon } from '#web/components/icon.tsx'
import { EmptyHint, Failure, Waiting } from '#web/components/query-state.tsx'
import { initials } from '#web/components/thumbnail.tsx'
import news from '#web/features/notifications/news-item.module.css'
import styles from '#web/features/notifications/notifications-dialog.module.css'
import { hasNewAnnouncement, recentQuery } from '#web/features/notifications/recent.ts'
import { reload } from '#web/lib/affected.ts'
import { callApi } from '#web/lib/api.ts'
import { longDateTime } from '#web/lib/dates.ts'
import { useUser } from '#web/lib/session.ts'

type NewsItemProps = {
  fresh: boolean
  photo: string | null
  /** The photo of the person who caused the news; the product itself has none. */
  name: string | null
  at: string
  action: { text: string; url: string } | null
  children: ReactNode
}

/** One piece of news: who, what, when, and a link. */
const NewsItem = ({ fresh, photo, name, at, action, children }: NewsItemProps) => (
  <li className={news.item} data-fresh={fresh || undefined}>
    <span className={news.face} {...(name && !photo ? { 'data-letters': initials(name) } : {})}>
      {photo ? <img src={photo} alt="" width={36} height={36} /> : !name && <Icon name="megaphone" size={18} />}
    </span>
    <div className={news.words}>
      {children}
      <p className={news.when}>
        <time dateTime={at}>{longDateTime(at)}</time>
        {fresh && <span className={news.fresh}>New</span>}
      </p>
      {action && (
        <Button component="a" href={action.url} variant="default" size="xs">
          {action.text}
        </Button>
      )}
    </div>
  </li>
)

/** Announcements, newest first; viewing them marks them as read. Their Markdown renders without any HTML. */
const AnnouncementList = ({ announcements }: { announcements: readonly Announcement[] }) => {
  const { last_read_announcements_at } = useUser()
  const [before] = useState(last_read_announcements_at)
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: () => callApi(readAnnouncements),
    onSuccess: () => reload(queries, 'announcements'),
  })
  const unread = hasNewAnnouncement(announcements, last_read_announcements_at)
  useEffect(() => {
    if (unread) mutate()
  }, [unread, mutate])

  if (announcements.length === 0) return <EmptyHint icon="megaphone">There are no announcements.</EmptyHint>
  return (
    <ul className={news.list}>
      {announcements.map((announcement) => {
        const { id, body, created_at, action_text, action_url } = announcement
        return (
          <NewsItem
            key={id}
            fresh={hasNewAnnouncement([announcement], before)}
            photo={null}
            name={null}
            at={created_at}
            action={action_text && action_url ? { text: action_text, url: action_url } : null}
          >
            <Markdown skipHtml disallowedElements={['img']}>
              {body}
            </Markdown>
          </NewsItem>
        )
      })}
    </ul>
  )
}

/** Notifications, newest first; those that were unread when they appeared stay marked while the list is open. */
const NotificationList = ({ notifications }: { notifications: readonly Notification[] }) => {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (ids: Notification['id'][]) => callApi(readNotifications, { body: { notifications: ids } }),
    onSuccess: () => reload(queries, 'notifications'),
  })
  const unread = notifications.filter(({ id, read }) => !read && !fresh.has(id)).map(({ id }) => id)
  const key = unread.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the ids
  useEffect(() => {
    if (unread.length === 0) return
    setFresh((known) => new Set([...known, ...unread]))
    mutate(unread)
  }, [key])

  if (notifications.length === 0) return <EmptyHint icon="bell">You have no notifications.</EmptyHint>
  return (
    <ul className={news.list}>
      {notifications.map(({ id, creator, body, created_at, action_text, action_url }) => (
        <NewsItem
          key={id}
          fresh={fresh.has(id)}
          photo={creator?.photo_url ?? null}
          name={creator?.name ?? null}
          at={created_at}
          action={action_text && action_url ? { text: action_text, url: action_url } : null}
        >
          <p>
            {creator && <strong>{creator.name} </strong>}
            {body}
          </p>
        </NewsItem>
      ))}
    </ul>
  )
}

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
      {!data && error && <Failure error={error} onRetry={() => void refetch()} />}
    </Dialog>
  )
}

export default NotificationsDialog
