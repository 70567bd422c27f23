import { useId } from 'react'
import type { HistoryChange, HistoryEntry } from '#schemas/resources/history.ts'
import styles from '#web/components/history/history-list.module.css'
import { fieldLabel, whoDid } from '#web/components/history/history-words.ts'
import { RecordLink } from '#web/components/history/record-link.tsx'
import { exactDateTime } from '#web/lib/dates.ts'

/** A field before and after a change; when the new value is absent or withheld, a word replaces it. */
const Change = ({ field, record, from, to }: HistoryChange) => (
  <div className={styles.change}>
    <dt className={styles.field}>{record ? `${record}, ${fieldLabel(field).toLowerCase()}` : fieldLabel(field)}</dt>
    <dd className={styles.values}>
      {from !== null && (
        <>
          <span className={styles.unseen}>from </span>
          <del>{from}</del>
        </>
      )}
      {to === null ? (
        <span className={styles.none}>{from === null ? 'changed' : 'removed'}</span>
      ) : (
        <>
          <span className={styles.unseen}> to </span>
          <ins>{to}</ins>
        </>
      )}
    </dd>
  </div>
)

const Entry = ({ entry, linked }: { entry: HistoryEntry; linked: boolean }) => {
  const id = useId()
  return (
    <li className={styles.entry}>
      <p id={id} className={styles.summary}>
        {entry.summary}
      </p>
      <p className={styles.line}>
        {`${whoDid(entry)} · `}
        <time dateTime={entry.at}>{exactDateTime(entry.at)}</time>
        {linked && (
          <>
            {' '}
            <RecordLink entry={entry} about={id} />
          </>
        )}
      </p>
      {entry.changes.length > 0 && (
        <dl className={styles.changes}>
          {entry.changes.map((change) => (
            <Change key={`${change.record ?? ''}/${change.field}`} {...change} />
          ))}
        </dl>
      )}
    </li>
  )
}

/** History entries, newest first, with old and new values; `linked` adds links, for lists of several records. */
export const HistoryList = ({ entries, linked = false }: { entries: readonly HistoryEntry[]; linked?: boolean }) => (
  <ol className={styles.list} aria-label="History">
    {entries.map((entry) => (
      <Entry key={entry.position} entry={entry} linked={linked} />
    ))}
  </ol>
)
