import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { siteCompliance } from '#schemas/resources/compliance.ts'
import { historyOfEach } from '#schemas/resources/history.ts'
import { Expiry } from '#web/components/expiry.tsx'
import { HistoryList } from '#web/components/history/history-list.tsx'
import { Icon } from '#web/components/icon.tsx'
import { PagedList } from '#web/components/paged-list.tsx'
import { Failure, Waiting } from '#web/components/query-state.tsx'
import { SideDrawer } from '#web/components/side-drawer.tsx'
import styles from '#web/features/compliance/cell-drawer.module.css'
import colours from '#web/features/compliance/cell-states.module.css'
import { dateOf, looks, wordOf } from '#web/features/compliance/cell-states.ts'
import type { OpenedCell } from '#web/features/compliance/compliance-dialog.ts'
import { Exempted, ExemptionForm } from '#web/features/compliance/exemption.tsx'
import { listQuery, oneQuery } from '#web/lib/queries.ts'
import { useCan, useHolds } from '#web/lib/session.ts'

type FoldedProps = { label: string; children: (onDone: () => void) => ReactNode }

/** A part of the drawer that a button unfolds. */
const Folded = ({ label, children }: FoldedProps) => {
  const [opened, setOpened] = useState(false)
  return (
    <div className={styles.part}>
      <Button
        variant="default"
        aria-expanded={opened}
        rightSection={<Icon name="down" size={14} />}
        onClick={() => setOpened(!opened)}
      >
        {label}
      </Button>
      {opened && children(() => setOpened(false))}
    </div>
  )
}

/** What happened to a category at a site: entries of the site's history that name it. */
const CellHistory = ({ site, category }: OpenedCell) => (
  <PagedList
    query={listQuery(historyOfEach.sites, { id: site.id }, { text: category.name.slice(0, 100) })}
    nouns={['change', 'changes']}
    empty={<p className={styles.none}>Nothing has happened yet.</p>}
  >
    {(entries) => <HistoryList entries={entries} linked={({ resource }) => resource !== 'sites'} />}
  </PagedList>
)

type Props = OpenedCell & {
  opened: boolean
  onClose: () => void
  /** Its files, and the form that adds one. */
  children: ReactNode
}

/** A required category at a site: how it stands, its files, why it is not needed, and its history. */
export const CellDrawer = ({ site, category, opened, onClose, children }: Props) => {
  const { data, error, isLoadingError, refetch } = useQuery(oneQuery(siteCompliance, { id: site.id }))
  const mayExempt = useCan()('sites.update')
  const mayViewHistory = useHolds('history.view')
  const cell = data?.cells.find(({ category_id }) => category_id === category.id)
  const content = () => {
    if (isLoadingError) return <Failure error={error} onRetry={() => void refetch()} />
    if (!data) return <Waiting label="Loading compliance" />
    if (!cell) return <p className={styles.none}>It is no longer required of this site.</p>
    return (
      <>
        <p className={`${styles.state} ${colours.coloured}`} data-state={cell.state}>
          <Icon name={looks[cell.state].icon} size={20} />
          <b>{wordOf(cell.state)}</b>
          <Expiry expiresAt={dateOf(cell)} bare />
        </p>
        {cell.exemption && <Exempted site={site} category={category} exemption={cell.exemption} />}
        {children}
        {mayExempt && !cell.exemption && (
          <Folded label="Not needed here…">
            {(onDone) => <ExemptionForm site={site} category={category} onDone={onDone} />}
          </Folded>
        )}
        {mayViewHistory && <Folded label="History">{() => <CellHistory site={site} category={category} />}</Folded>}
      </>
    )
  }
  return (
    <SideDrawer title={`${category.name}, ${site.name}`} opened={opened} onClose={onClose}>
      <div className={styles.parts}>{content()}</div>
    </SideDrawer>
  )
}
