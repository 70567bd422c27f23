import { type ReactNode, useId } from 'react'
import { PlaceLink } from '#web/components/links.tsx'
import { Portrait } from '#web/components/portrait.tsx'
import styles from '#web/components/rows.module.css'

/** A short list of people, teams or invitations. */
export const Rows = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={styles.list} aria-label={label}>
    {children}
  </ul>
)

type RowProps = {
  name: string
  /** The place on this page that the name leads to: '/users/7'. */
  hash?: string
  picture?: string | null
  /** Next to the name. */
  badge?: ReactNode
  detail?: ReactNode
  /** Renders the buttons; they receive the id of the name, for their accessible description. */
  actions?: (about: string) => ReactNode
}

/** One row: picture, name, a line of details, and buttons. */
export const Row = ({ name, hash, picture, badge, detail, actions }: RowProps) => {
  const id = useId()
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        {picture !== undefined && <Portrait name={name} src={picture} />}
        <div>
          <span id={id} className={styles.name}>
            {hash === undefined ? name : <PlaceLink hash={hash}>{name}</PlaceLink>}
          </span>{' '}
          {badge}
          {detail && <div className={styles.detail}>{detail}</div>}
        </div>
      </div>
      {actions && <div className={styles.actions}>{actions(id)}</div>}
    </li>
  )
}
