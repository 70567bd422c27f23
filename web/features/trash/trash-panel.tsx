import { daysInTrash, listTrash } from '#schemas/resources/trash.ts'
import { EmptyHint } from '#web/components/empty-hint.tsx'
import { PagedList } from '#web/components/paged-list.tsx'
import styles from '#web/features/trash/trash-panel.module.css'
import { TrashRow } from '#web/features/trash/trash-row.tsx'
import { listQuery } from '#web/lib/queries.ts'

/** Asked anew whenever anything is deleted or restored, by whomever. */
const trashQuery = { ...listQuery(listTrash), queryKey: ['trash'] as readonly unknown[] }

/** What was deleted and can be restored, newest first (D-10). */
export const TrashPanel = () => (
  <PagedList
    query={trashQuery}
    nouns={['entry', 'entries']}
    empty={
      <EmptyHint icon="trash">
        {`The trash is empty. What is deleted can be restored from here for ${daysInTrash} days.`}
      </EmptyHint>
    }
  >
    {(entries) => (
      <ul className={styles.list} aria-label="Trash">
        {entries.map((entry) => (
          <TrashRow key={entry.id} entry={entry} />
        ))}
      </ul>
    )}
  </PagedList>
)
