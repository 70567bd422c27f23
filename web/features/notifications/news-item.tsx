import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from '#web/components/icon.tsx'
import { initials } from '#web/components/thumbnail.tsx'
import styles from '#web/features/notifications/news-item.module.css'
import { longDateTime } from '#web/lib/dates.ts'

type Props = {
  fresh: boolean
  photo: string | null
  /** The photo of the person who caused the news; the product itself has none. */
  name: string | null
  at: string
  action: { text: string; url: string } | null
  children: ReactNode
}

/** One piece of news: who, what, when, and a link. */
export const NewsItem = ({ fresh, photo, name, at, action, children }: Props) => (
  <li className={styles.item} data-fresh={fresh || undefined}>
    <span className={styles.face} {...(name && !photo ? { 'data-letters': initials(name) } : {})}>
      {photo ? <img src={photo} alt="" width={36} height={36} /> : !name && <Icon name="megaphone" size={18} />}
    </span>
    <div className={styles.words}>
      {children}
      <p className={styles.when}>
        <time dateTime={at}>{longDateTime(at)}</time>
        {fresh && <span className={styles.fresh}>New</span>}
      </p>
      {action && (
        <Button component="a" href={action.url} variant="default" size="xs">
          {action.text}
        </Button>
      )}
    </div>
  </li>
)
