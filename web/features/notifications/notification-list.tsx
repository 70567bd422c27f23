import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Notification } from '#schemas/resources/notifications.ts'
import { readNotifications } from '#schemas/resources/notifications.ts'
import { EmptyHint } from '#web/components/empty-hint.tsx'
import news from '#web/features/notifications/news-item.module.css'
import { NewsItem } from '#web/features/notifications/news-item.tsx'
import { reload } from '#web/lib/affected.ts'
import { callApi } from '#web/lib/api.ts'

/** Notifications, newest first; those that were unread when they appeared stay marked while the list is open. */
export const NotificationList = ({ notifications }: { notifications: readonly Notification[] }) => {
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
