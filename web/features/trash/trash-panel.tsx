import { daysInTrash } from '#schemas/records/trash.ts'
import { listTrash } from '#schemas/resources/trash.ts'
import { EmptyHint } from '#web/components/empty-hint.tsx'
import { Entries } from '#web/components/entries.tsx'
import { PagedList } from '#web/components/paged-list.tsx'
import { TrashRow } from '#web/features/trash/trash-row.tsx'
import { listQuery } from '#web/lib/queries.ts'

/** Refetched whenever anybody deletes or restores something. */
const trashQuery = { ...listQuery(listTrash), queryKey: ['trash'] as readonly unknown[] }

/** Deleted records that can be restored, newest first (D-10). */
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
      <Entries label="Trash">
        {entries.map((entry) => (
          <TrashRow key={entry.id} entry={entry} />
        ))}
      </Entries>
    )}
  </PagedList>
)
