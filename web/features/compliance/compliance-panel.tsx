import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type ComplianceRow, siteCompliance } from '#schemas/resources/compliance.ts'
import { AsOfButton } from '#web/components/as-of-button.tsx'
import { CardGrid } from '#web/components/card-grid.tsx'
import { ListFilters } from '#web/components/list/list-filters.tsx'
import lists from '#web/components/paged-list.module.css'
import { PagedList } from '#web/components/paged-list.tsx'
import { EmptyHint, Failure, WaitingRows } from '#web/components/query-state.tsx'
import { DialogsOutlet } from '#web/components/record/lazy-dialogs.tsx'
import type { OpenedCell } from '#web/features/compliance/compliance-dialog.ts'
import { complianceDialogs } from '#web/features/compliance/compliance-feature.ts'
import { ComplianceNumbers } from '#web/features/compliance/compliance-numbers.tsx'
import styles from '#web/features/compliance/compliance-panel.module.css'
import { ComplianceTable } from '#web/features/compliance/compliance-table.tsx'
import { ComplianceTools, ReportButton, ShareButton } from '#web/features/compliance/compliance-tools.tsx'
import { FirstRequirements } from '#web/features/compliance/first-requirements.tsx'
import { SiteCard, SiteCells } from '#web/features/compliance/site-card.tsx'
import {
  type CompliancePlace,
  orders,
  type RequiredCategory,
  useCompliance,
} from '#web/features/compliance/use-compliance.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { useIsWide } from '#web/lib/use-is-wide.ts'

type SitesProps = { rows: readonly ComplianceRow[]; total: number; categories: readonly RequiredCategory[] }

/** The sites as a table, and on a phone as cards. */
const Sites = (props: SitesProps) => {
  if (useIsWide()) return <ComplianceTable {...props} />
  const { rows, total, categories } = props
  return (
    <CardGrid label="Compliance" rows={rows.map((row) => ({ id: row.site.id, row }))} total={total}>
      {({ row }) => <SiteCard row={row} categories={categories} />}
    </CardGrid>
  )
}

const nothingRequired = <EmptyHint icon="check">Nothing is required here yet.</EmptyHint>

/** One site, with all of its cells. */
const OneSite = ({ id, categories }: { id: string; categories: readonly RequiredCategory[] }) => {
  const { data: row, error, isLoadingError, refetch } = useQuery(oneQuery(siteCompliance, { id }))
  if (isLoadingError) return <Failure error={error} onRetry={() => void refetch()} />
  if (!row) return <WaitingRows label="Loading compliance" />
  if (row.required === 0) return nothingRequired
  return (
    <>
      <ComplianceNumbers numbers={row} chosen={[]} />
      <SiteCells row={row} categories={categories} />
      <div className={styles.report}>
        <AsOfButton />
        <ReportButton site={id} />
        <ShareButton of="sites" record={row.site} />
      </div>
    </>
  )
}

type Props = CompliancePlace & {
  /** Renders the files of a cell, and the form that adds one. */
  files: (cell: OpenedCell) => ReactNode
}

/** Sites and what is required of them: the numbers of all, and the cells of each. */
export const CompliancePanel = ({ files, ...place }: Props) => {
  const { query, by, summary, categories, chosen, sort, change } = useCompliance(place)
  const [isUnfinished, setUnfinished] = useState(false)
  if (summary.isLoadingError) return <Failure error={summary.error} onRetry={() => void summary.refetch()} />
  if (!summary.data || !categories) return <WaitingRows label="Loading compliance" />
  if (summary.data.by?.length === 0 || isUnfinished) return <FirstRequirements onUnfinished={setUnfinished} />
  const isNarrowed = chosen.length > 0 || by.client !== place.client
  const dialogs = <DialogsOutlet dialogs={complianceDialogs} files={files} />
  if (place.site) {
    return (
      <>
        <OneSite id={place.site} categories={categories} />
        {dialogs}
      </>
    )
  }
  return (
    <>
      {summary.data.required > 0 && (
        <ComplianceNumbers
          numbers={summary.data}
          chosen={chosen}
          onChoose={(states) => change({ state: states.join(',') })}
        />
      )}
      <div className={lists.tools}>
        <AsOfButton />
        <ListFilters
          names={place.client ? [] : ['client']}
          beside={(bare) => (
            <NativeSelect
              {...(bare ? { 'aria-label': 'Order' } : { label: 'Order' })}
              className={styles.order ?? ''}
              value={sort}
              onChange={({ currentTarget }) => change({ sort: currentTarget.value })}
              data={Object.entries(orders).map(([value, label]) => ({ value, label }))}
            />
          )}
        />
        <ComplianceTools query={query} by={by} categories={categories} />
      </div>
      <PagedList query={query} nouns={['site', 'sites']} filtered={isNarrowed} empty={nothingRequired}>
        {(rows, total) =>
          categories.length > 0 ? <Sites rows={rows} total={total} categories={categories} /> : nothingRequired
        }
      </PagedList>
      {dialogs}
    </>
  )
}
