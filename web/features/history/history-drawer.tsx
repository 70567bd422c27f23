import { Button } from '@mantine/core'
import { useState } from 'react'
import { nouns } from '#schemas/nouns.ts'
import { type HistoryEntry, historyOfEach } from '#schemas/resources/history.ts'
import { Comparison } from '#web/components/history/comparison.tsx'
import { HistoryList } from '#web/components/history/history-list.tsx'
import type { HistoryTarget } from '#web/components/history-target.ts'
import { PagedList } from '#web/components/paged-list.tsx'
import { EmptyHint } from '#web/components/query-state.tsx'
import { SideDrawer } from '#web/components/side-drawer.tsx'
import { HistoryFilterFields } from '#web/features/history/history-filter-fields.tsx'
import type { HistoryFilters } from '#web/features/history/history-filters.ts'
import { shownMoment } from '#web/lib/moment.ts'
import { listQuery } from '#web/lib/queries.ts'

/** The history of a record, filtered by person, way, days and text. */
const RecordHistory = ({ kind, id }: Pick<HistoryTarget, 'kind' | 'id'>) => {
  const [filters, setFilters] = useState<HistoryFilters>({})
  const [isCompared, setCompared] = useState(false)
  const isOfOther = (entry: HistoryEntry) => entry.resource !== kind || entry.id !== id
  if (isCompared) return <Comparison within={`${nouns[kind].one}/${id}`} />
  return (
    <>
      {shownMoment() !== null && kind !== 'categories' && (
        <Button variant="default" mb="md" onClick={() => setCompared(true)}>
          Compare with today
        </Button>
      )}
      <HistoryFilterFields filters={filters} onChange={setFilters} />
      <PagedList
        query={listQuery(historyOfEach[kind] as typeof historyOfEach.clients, { id }, filters)}
        nouns={['change', 'changes']}
        filtered={Object.keys(filters).length > 0}
        empty={<EmptyHint icon="history">Nothing has happened yet.</EmptyHint>}
      >
        {(entries) => <HistoryList entries={entries} linked={isOfOther} />}
      </PagedList>
    </>
  )
}

type Props = { target: HistoryTarget; opened: boolean; onClose: () => void }

/** The history of one record and what lies below it, in a drawer next to its page; entries of others have a link. */
const HistoryDrawer = ({ target: { kind, id, name }, ...drawer }: Props) => (
  <SideDrawer title={`History of ${name}`} {...drawer}>
    <RecordHistory key={id} kind={kind} id={id} />
  </SideDrawer>
)

export default HistoryDrawer
