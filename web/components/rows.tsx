import { type ReactNode, useId } from 'react'
import styles from '#web/components/rows.module.css'
import { initials } from '#web/components/thumbnail.tsx'

/** A short list of people, teams or invitations. */
export const Rows = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={styles.list} aria-label={label}>
    {children}
  </ul>
)

type RowProps = {
  name: string
  picture?: string | null
  /** Beside the name. */
  badge?: ReactNode
  detail?: ReactNode
  /** Buttons; they are given the id of the name, to say what they are about. */
  actions?: (about: string) => ReactNode
}

/** One of them: picture, name, a line about it, and what can be done. */
export const Row = ({ name, picture, badge, detail, actions }: RowProps) => {
  const id = useId()
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        {picture !== undefined && (
          <span className={styles.picture} data-letters={picture ? '' : initials(name)}>
            {picture && <img src={picture} alt="" />}
          </span>
        )}
        <div>
          <span id={id} className={styles.name}>
            {name}
          </span>{' '}
          {badge}
          {detail && <p className={styles.detail}>{detail}</p>}
        </div>
      </div>
      {actions && <div className={styles.actions}>{actions(id)}</div>}
    </li>
  )
}
