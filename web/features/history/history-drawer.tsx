import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import { Drawer } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { type HistoryEntry, historyOfEach } from '#schemas/resources/history.ts'
import { HistoryList } from '#web/components/history/history-list.tsx'
import type { HistoryTarget } from '#web/components/history-target.ts'
import { PagedList } from '#web/components/paged-list.tsx'
import { EmptyHint } from '#web/components/query-state.tsx'
import styles from '#web/features/history/history-drawer.module.css'
import { HistoryFilterFields } from '#web/features/history/history-filter-fields.tsx'
import type { HistoryFilters } from '#web/features/history/history-filters.ts'
import { listQuery } from '#web/lib/queries.ts'

type Props = { target: HistoryTarget; opened: boolean; onClose: () => void }

/** Closes the drawer when a link in it, or the way back, leads elsewhere. */
const useClosedByLeaving = (onClose: () => void): void => {
  const router = useRouter()
  const close = useEffectEvent(onClose)
  useEffect(() => router.subscribe('onBeforeNavigate', ({ hrefChanged }) => hrefChanged && close()), [router])
}

/** The history of a record, filtered by person, way, days and text. */
const RecordHistory = ({ kind, id }: Pick<HistoryTarget, 'kind' | 'id'>) => {
  const [filters, setFilters] = useState<HistoryFilters>({})
  const isOfOther = (entry: HistoryEntry) => entry.resource !== kind || entry.id !== id
  return (
    <>
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

/** The history of one record and what lies below it, in a drawer next to its page; entries of others have a link. */
const HistoryDrawer = ({ target: { kind, id, name }, opened, onClose }: Props) => {
  useClosedByLeaving(onClose)
  return (
    <Drawer.Root opened={opened} onClose={onClose} position="right" size="28rem">
      <Drawer.Overlay />
      <Drawer.Content>
        <div className={styles.head}>
          <Drawer.Title className={styles.title ?? ''}>{`History of ${name}`}</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" />
        </div>
        <Drawer.Body className={styles.body ?? ''}>
          <RecordHistory key={id} kind={kind} id={id} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

export default HistoryDrawer
