import { NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { resources } from '#schemas/nouns.ts'
import { daysInTrash } from '#schemas/records/trash.ts'
import type { TrashEntry } from '#schemas/resources/trash.ts'
import { counted } from '#schemas/text/counted.ts'
import { AsOfButton } from '#web/components/as-of-button.tsx'
import { Entries } from '#web/components/entries.tsx'
import { kinds } from '#web/components/kinds.ts'
import { ListFilters } from '#web/components/list/list-filters.tsx'
import { PagedList } from '#web/components/paged-list.tsx'
import { PersonFilter } from '#web/components/person-filter.tsx'
import { EmptyHint, Failure } from '#web/components/query-state.tsx'
import { Refusals } from '#web/components/refusals.tsx'
import { SelectionBar } from '#web/components/selection-bar.tsx'
import { RestoreButton } from '#web/features/trash/restore-button.tsx'
import { TrashRow } from '#web/features/trash/trash-entry.tsx'
import { trashBy, trashFilterNames, trashQuery } from '#web/features/trash/trash-query.ts'
import { useRestoring } from '#web/features/trash/use-restoring.ts'
import { useListAddress } from '#web/lib/list-address.ts'
import { everyRow } from '#web/lib/queries.ts'
import { useListSearch } from '#web/lib/use-list-search.ts'
import { useSelection } from '#web/lib/use-selection.ts'

const TrashFilterFields = () => {
  const { address, change } = useListAddress()
  return (
    <ListFilters names={trashFilterNames}>
      <NativeSelect
        label="What"
        value={address.resource ?? ''}
        onChange={({ currentTarget }) => change({ resource: currentTarget.value })}
        data={[
          { value: '', label: 'Everything' },
          ...resources.map((value) => ({ value: value as string, label: kinds[value].title })),
        ]}
      />
      <PersonFilter label="Deleted by" person={address.deleted_by} onChange={(id) => change({ deleted_by: id })} />
    </ListFilters>
  )
}

type ListProps = {
  entries: readonly TrashEntry[]
  total: number
  isExact: boolean
  query: ReturnType<typeof trashQuery>
  restoring: ReturnType<typeof useRestoring>
}

/** Entries of the trash, of which several are restored at once. */
const TrashEntries = ({ entries, total, isExact, query, restoring }: ListProps) => {
  const queries = useQueryClient()
  const selection = useSelection(entries, JSON.stringify(query.queryKey))
  const { selected, isWhole, isSelected, toggle, selectWhole, selectNone, onKeyDown } = selection
  const chosen = async () => (isWhole ? await everyRow(queries, query) : selected)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for the checkboxes inside
    <div onKeyDown={onKeyDown}>
      <Entries label="Trash">
        {entries.map((entry) => (
          <TrashRow
            key={entry.id}
            entry={entry}
            selected={isSelected(entry.id)}
            onSelect={(range) => toggle(entry.id, range)}
          />
        ))}
      </Entries>
      <SelectionBar
        label="Selected entries"
        count={isWhole ? total : selected.length}
        total={total}
        onAll={isExact ? selectWhole : undefined}
        onNone={selectNone}
      >
        <RestoreButton restoring={restoring} onClick={() => restoring.mutate(chosen, { onSuccess: selectNone })} />
      </SelectionBar>
    </div>
  )
}

const focus = (element: HTMLElement | null) => element?.focus()

/** What was deleted and can be restored, latest first, narrowed by words, kind, person and days (D-10). */
export const TrashPanel = () => {
  const search = useListSearch()
  const filters = trashBy(useListAddress().address, search.text)
  const query = trashQuery(filters)
  const restoring = useRestoring()
  const { left } = restoring
  return (
    <>
      {left.length > 0 && (
        <div ref={focus} tabIndex={-1}>
          <Refusals heading={`${counted(left.length, 'entry', 'entries')} could not be restored:`} refused={left} />
        </div>
      )}
      {restoring.isError && <Failure error={restoring.error} />}
      <PagedList
        query={query}
        nouns={['entry', 'entries']}
        search={search}
        filtered={Object.keys(filters).length > 0}
        filter={
          <>
            <AsOfButton />
            <TrashFilterFields />
          </>
        }
        empty={
          <EmptyHint icon="trash">
            {`The trash is empty. What is deleted can be restored from here for ${daysInTrash} days.`}
          </EmptyHint>
        }
      >
        {(entries, total, isExact) => (
          <TrashEntries entries={entries} total={total} isExact={isExact} query={query} restoring={restoring} />
        )}
      </PagedList>
    </>
  )
}
