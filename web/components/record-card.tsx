import { Card } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from '#web/components/record-card.module.css'

type Props = {
  headingId: string
  name: string
  /** The dropdown next to the name. */
  menu: ReactNode
  thumbnail: ReactNode
  detail: ReactNode
  actions: ReactNode
}

/**
 * A card of a client or a site: picture, name, a line of details, buttons. On a phone the picture stands next to the
 * text.
 */
export const RecordCard = ({ headingId, name, menu, thumbnail, detail, actions }: Props) => (
  <Card component="article" aria-labelledby={headingId} className={styles.card} padding={0}>
    <div className={styles.thumbnail}>{thumbnail}</div>
    <div className={styles.words}>
      <div className={styles.head}>
        <h2 id={headingId} className={styles.name} title={name}>
          {name}
        </h2>
        <div className={styles.menu}>{menu}</div>
      </div>
      <p className={styles.detail}>{detail}</p>
    </div>
    {actions && <div className={styles.actions}>{actions}</div>}
  </Card>
)
