import { useId } from 'react'
import type { OpenedRecord } from '#schemas/resources/overview.ts'
import { Icon } from '#web/components/icon.tsx'
import { kinds } from '#web/components/kinds.ts'
import { OpenLink } from '#web/components/record/open-link.tsx'
import styles from '#web/features/overview/recent.module.css'

/** Records that have room on the page. */
const shown = 4

/** The records that the reader opened last in this browser. */
export const OpenedRecords = ({ records }: { records: readonly OpenedRecord[] }) => {
  const heading = useId()
  return (
    <div className={styles.panel} data-empty={records.length === 0 || undefined}>
      <h2 id={heading} className={styles.heading}>
        Continue where you were
      </h2>
      {records.length === 0 && <p className={styles.none}>What you open is listed here, for you alone.</p>}
      <ul className={styles.lines} aria-labelledby={heading}>
        {records.slice(0, shown).map(({ resource, id, name, client, site }) => (
          <li key={id}>
            <Icon name={kinds[resource].icon} />
            <span className={styles.what} title={name}>
              <OpenLink kind={resource} id={id} words={name} />
            </span>
            <span className={styles.aside}>{[client?.name, site?.name].filter(Boolean).join(' / ')}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
