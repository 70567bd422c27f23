import { Button, Loader } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { daysInTrash } from '#schemas/records/trash.ts'
import { listTrash, restoreTrash, type TrashEntry } from '#schemas/resources/trash.ts'
import { counted } from '#schemas/text/counted.ts'
import { Entries, Entry, EntryLine, EntryName } from '#web/components/entries.tsx'
import { Icon } from '#web/components/icon.tsx'
import { kinds } from '#web/components/kinds.ts'
import { listedContents } from '#web/components/listed-contents.ts'
import { PagedList } from '#web/components/paged-list.tsx'
import { EmptyHint, Failure } from '#web/components/query-state.tsx'
import styles from '#web/features/trash/trash-row.module.css'
import { reloadAll } from '#web/lib/affected.ts'
import { announce } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import { longDateTime } from '#web/lib/dates.ts'
import { listQuery } from '#web/lib/queries.ts'
import { useMayDelete } from '#web/lib/use-may-delete.ts'
import { DashboardPart } from '#web/routes/dashboard-part.tsx'

const day = 86_400_000

/** Days until a purge, rounded up; 1 on the last day. */
export const daysLeft = (expiresAt: string, now: number): number =>
  Math.max(1, Math.ceil((Date.parse(expiresAt) - now) / day))

/** The records that were deleted with the record: '2 sites, 3 visits and 14 files'; empty when nothing was. */
export const wentWith = ({ resource, record_id, contents }: TrashEntry): string =>
  // In a bulk deletion of files no file is the record itself.
  listedContents(contents, record_id === null ? {} : { [resource]: 1 })

/** A deleted record: what, what was deleted with it, by whom and when, the days left, and the restore button. */
const TrashRow = ({ entry }: { entry: TrashEntry }) => {
  const queries = useQueryClient()
  const restore = useMutation({
    mutationFn: () => callApi(restoreTrash, { params: { id: entry.id } }),
    onSuccess: async () => {
      void announce(`${entry.name} has been restored.`)
      await reloadAll(queries)
    },
  })
  const { icon, one } = kinds[entry.resource]
  const others = wentWith(entry)
  const heading = `trash-${entry.id}`
  return (
    <Entry className={styles.row}>
      <span className={styles.icon}>
        <Icon name={icon} size={20} />
      </span>
      <div className={styles.words}>
        <EntryName id={heading}>{entry.name}</EntryName>
        <EntryLine>
          {entry.record_id === null ? others : [`One ${one}`, others && `with ${others}`].filter(Boolean).join(', ')}
        </EntryLine>
        <EntryLine>
          {`Deleted by ${entry.deleted_by_user.name ?? 'an erased person'} on ${longDateTime(entry.deleted_at)}`}
        </EntryLine>
      </div>
      <div className={styles.actions}>
        <span className={styles.left}>{`${counted(daysLeft(entry.expires_at, Date.now()), 'day', 'days')} left`}</span>
        <Button
          variant="default"
          size="xs"
          aria-describedby={heading}
          disabled={restore.isPending}
          leftSection={restore.isPending ? <Loader size={14} color="currentColor" /> : undefined}
          onClick={() => restore.mutate()}
        >
          {restore.isPending ? 'Restoring' : 'Restore'}
        </Button>
      </div>
      {restore.isError && (
        <div className={styles.failure}>
          <Failure error={restore.error} />
        </div>
      )}
    </Entry>
  )
}

/** Refetched whenever anybody deletes or restores something. */
const trashQuery = { ...listQuery(listTrash), queryKey: ['trash'] as readonly unknown[] }

/** Deleted records that can be restored, newest first (D-10). */
const TrashPanel = () => (
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

/** All deleted records that can still be restored (D-10). */
const TrashPage = () => (
  <DashboardPart title="Trash" detail="Deleted records, which can be restored for 30 days" seen={useMayDelete()}>
    <TrashPanel />
  </DashboardPart>
)

export default TrashPage
