import { useId } from 'react'
import { isResource } from '#schemas/nouns.ts'
import { fieldLabel, whoDid } from '#schemas/records/history-words.ts'
import type { HistoryChange, HistoryEntry } from '#schemas/resources/history.ts'
import { counted } from '#schemas/text/counted.ts'
import styles from '#web/components/history/history-list.module.css'
import { LogNumber } from '#web/components/history/log-number.tsx'
import { RecordLink } from '#web/components/history/record-link.tsx'
import { kinds } from '#web/components/kinds.ts'
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

/** How many changes of an entry are in sight; what made hundreds of records has the rest folded. */
const inSight = 12

/** A record's fields may come twice: records of one name are told apart by their place. */
export const ChangeList = ({ changes }: { changes: readonly HistoryChange[] }) => (
  <dl className={styles.changes}>
    {changes.map((change, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: what is told never changes its place
      <Change key={`${at} ${change.field}`} {...change} />
    ))}
  </dl>
)

/** Changes with those that several records have in common told once: '36 files, site: Quay House → North Depot'. */
const foldedChanges = ({ changes, resource, via }: HistoryEntry): HistoryChange[] => {
  const { one, many } =
    isResource(resource) && via.kind !== 'import' ? kinds[resource] : { one: 'record', many: 'records' }
  const alike = Map.groupBy(changes, ({ field, from, to }) => JSON.stringify([field, from, to]))
  return [...alike.values()].flatMap((same) => {
    const [first] = same
    return first?.record && same.length > 1 ? [{ ...first, record: counted(same.length, one, many) }] : same
  })
}

const Changes = ({ entry }: { entry: HistoryEntry }) => {
  const { changes } = entry
  const folded = foldedChanges(entry)
  const isFolded = folded.length < changes.length
  const rest = isFolded ? changes : changes.slice(inSight)
  return (
    <>
      <ChangeList changes={folded.slice(0, inSight)} />
      {rest.length > 0 && (
        <details className={styles.rest}>
          <summary>
            {isFolded
              ? `All ${counted(rest.length, 'change', 'changes')}`
              : counted(rest.length, 'more change', 'more changes')}
          </summary>
          <ChangeList changes={rest} />
        </details>
      )}
    </>
  )
}

/** An entry; the index is that of its event in the tree of the log, where the reader may prove it. */
type Listed = HistoryEntry & { index?: number | null }

const Entry = ({ entry, linked }: { entry: Listed; linked: boolean }) => {
  const id = useId()
  return (
    <li className={styles.entry}>
      <p id={id} className={styles.summary}>
        {entry.summary}
      </p>
      <p className={styles.line}>
        {`${whoDid(entry)} · `}
        <time dateTime={entry.at}>{exactDateTime(entry.at)}</time>
        {` · position ${entry.position}`}
        {linked && (
          <>
            {' '}
            <RecordLink entry={entry} about={id} />
          </>
        )}
      </p>
      {typeof entry.index === 'number' && <LogNumber position={entry.position} index={entry.index} about={id} />}
      {entry.changes.length > 0 && <Changes entry={entry} />}
    </li>
  )
}

type Props = {
  entries: readonly Listed[]
  /** Which entries have a link to their record, in lists of several records. */
  linked?: (entry: HistoryEntry) => boolean
}

/** History entries, newest first, with old and new values. */
export const HistoryList = ({ entries, linked = () => false }: Props) => (
  <ol className={styles.list} aria-label="History">
    {entries.map((entry) => (
      <Entry key={entry.position} entry={entry} linked={linked(entry)} />
    ))}
  </ol>
)
