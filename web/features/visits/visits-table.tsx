import { useRef } from 'react'
import type { Visit } from '#schemas/resources/visits.ts'
import { SortHeading } from '#web/components/list/sort-heading.tsx'
import { rowSpacer } from '#web/components/row-spacer.tsx'
import styles from '#web/components/table.module.css'
import { useVirtualList } from '#web/components/virtual-list.ts'
import { VisitRow } from '#web/features/visits/visit-row.tsx'

/** Estimated height of a row in pixels. */
const rowHeight = 49

type Props = { visits: readonly Visit[]; total: number; withClient: boolean; withSite: boolean }

/** Visits as a virtual table, which renders only the rows near the screen. */
export const VisitsTable = ({ visits, total, withClient, withSite }: Props) => {
  const body = useRef<HTMLTableSectionElement>(null)
  const { rows, skippedAfter, measure } = useVirtualList({ list: body, count: visits.length, rowHeight })
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label="Visits" aria-rowcount={total + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <SortHeading name="name" label="Visit Name" />
            {withClient && <SortHeading name="client_name" label="Client" />}
            {withSite && <SortHeading name="site_name" label="Site" />}
            <SortHeading name="started_at" label="Start Date" />
            <SortHeading name="ended_at" label="End Date" />
            <th scope="col">
              <span className={styles.unseen}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.flatMap(({ index, skipped }) => {
            const visit = visits[index]
            if (!visit) return []
            return [
              rowSpacer(`before ${visit.id}`, skipped),
              <VisitRow
                key={visit.id}
                visit={visit}
                withClient={withClient}
                withSite={withSite}
                index={index}
                measure={measure}
              />,
            ]
          })}
          {rowSpacer('after', skippedAfter)}
        </tbody>
      </table>
    </div>
  )
}
