import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import Markdown from 'react-markdown'
import type { Announcement } from '#schemas/resources/announcements.ts'
import { readAnnouncements } from '#schemas/resources/notifications.ts'
import { EmptyHint } from '#web/components/empty-hint.tsx'
import news from '#web/features/notifications/news-item.module.css'
import { NewsItem } from '#web/features/notifications/news-item.tsx'
import { hasNewAnnouncement } from '#web/features/notifications/recent.ts'
import { reload } from '#web/lib/affected.ts'
import { callApi } from '#web/lib/api.ts'
import { useUser } from '#web/lib/session.ts'

/** Announcements, newest first; viewing them marks them as read. Their Markdown renders without any HTML. */
export const AnnouncementList = ({ announcements }: { announcements: readonly Announcement[] }) => {
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
