import { useQueryClient } from '@tanstack/react-query'
import { type ImportRun, listRefusedRows, type RefusedRow } from '#schemas/resources/imports.ts'
import { safeText } from '#schemas/text/safe-text.ts'
import { PagedList } from '#web/components/paged-list.tsx'
import { PlainTable } from '#web/components/plain-table.tsx'
import { EmptyHint } from '#web/components/query-state.tsx'
import { nameOf } from '#web/features/imports/import-words.ts'
import styles from '#web/features/imports/imports.module.css'
import { type Refused, reasonsOf } from '#web/features/imports/refused-table.ts'
import { SaveRefused } from '#web/features/imports/save-refused.tsx'
import { everyRow, listQuery } from '#web/lib/queries.ts'

const sent = (cells: RefusedRow['cells']): string =>
  Object.entries(cells)
    .filter(([, cell]) => cell !== null && cell !== '')
    .map(([name, cell]) => `${name}: ${typeof cell === 'object' ? JSON.stringify(cell) : String(cell)}`)
    .join(', ')

type TableProps = { rows: readonly Refused[]; total: number }

/** Refused rows: the line, the reason, and the row as it was sent. */
export const RefusedTable = ({ rows, total }: TableProps) => (
  <PlainTable
    label="Refused rows"
    columns={[
      { heading: 'Row', className: styles.number, cell: ({ row }) => `Row ${row}` },
      { heading: 'Refused because', cell: reasonsOf },
      { heading: 'Original row', className: styles.cells, cell: ({ cells }) => safeText(sent(cells)) },
    ]}
    rows={rows}
    keyOf={({ row }) => String(row)}
    total={total}
  />
)

/** The rows that a run refused, a thousand at most, and the button that saves them. */
export const RefusedRows = ({ run }: { run: ImportRun }) => {
  const queries = useQueryClient()
  const list = listQuery(listRefusedRows, { run: run.id })
  // They are recorded before the first record is written, and at the end; a change of other records says nothing of them.
  const query = { ...list, queryKey: ['refused', ...list.queryKey, run.status, run.created + run.updated > 0] }
  return (
    <section aria-label="Refused rows">
      <h2 className={styles.part}>Refused rows</h2>
      <PagedList
        query={query}
        nouns={['row', 'rows']}
        empty={
          <EmptyHint icon="check">
            {run.finished_at ? 'No row was refused.' : 'No row has been refused so far.'}
          </EmptyHint>
        }
      >
        {(rows, kept) => (
          <div className={styles.refused}>
            <RefusedTable rows={rows} total={kept} />
            <SaveRefused
              name={nameOf(run)}
              kept={kept}
              total={run.refused ?? kept}
              rows={() => everyRow(queries, query)}
            />
          </div>
        )}
      </PagedList>
    </section>
  )
}
