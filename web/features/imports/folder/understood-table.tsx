import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { safeText } from '#schemas/text/safe-text.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { showDate } from '#schemas/time/dates.ts'
import { VirtualRows } from '#web/components/list/virtual-rows.tsx'
import table from '#web/components/table.module.css'
import styles from '#web/features/imports/folder/folder.module.css'
import { reasonsOf } from '#web/features/imports/refused-table.ts'
import { useIsWide } from '#web/lib/use-is-wide.ts'
import type { FolderRow, Place } from './rows.ts'

const verdicts = { all: 'All', wanted: 'New', unchanged: 'Here already', refused: 'Refused' } as const
type Shown = keyof typeof verdicts

/** Pixels of a row of the table, and of a card on a phone, until they are measured. */
const heights = { row: 42, card: 190 } as const

/** The files of a folder with what was understood of each, and what becomes of it; by what becomes of them. */
export const UnderstoodTable = ({ rows, place }: { rows: readonly FolderRow[]; place: Place | undefined }) => {
  const [chosen, setChosen] = useState<Shown>('all')
  const isWide = useIsWide()
  const of = (each: Shown) => (each === 'all' ? rows : rows.filter(({ verdict }) => verdict === each))
  const columns: [string, (row: FolderRow) => string | undefined][] = [
    ['Result', (row) => (row.verdict === 'refused' ? reasonsOf(row) : row.verdict ? verdicts[row.verdict] : '')],
    ['Client', ({ fields }) => place?.client.name ?? fields.client],
    ['Site', ({ fields }) => place?.site?.name ?? fields.site],
    ['Visit', ({ fields }) => fields.visit],
    ['Category', ({ fields }) => fields.category],
    [
      'Date',
      ({ fields: { completed_at, name } }) => (completed_at ? showDate(completed_at as CalendarDate) : name && 'Today'),
    ],
    ['Name', ({ fields }) => fields.name],
  ]
  return (
    <div className={styles.part}>
      <SegmentedControl
        aria-label="Files by result"
        orientation={isWide ? 'horizontal' : 'vertical'}
        value={chosen}
        onChange={(each) => setChosen(each as Shown)}
        data={Object.entries(verdicts).map(([value, word]) => ({
          value,
          label: `${word} ${of(value as Shown).length.toLocaleString('en-GB')}`,
        }))}
      />
      <div className={`${table.frame} ${styles.files}`}>
        <table className={table.table} aria-label="Files" aria-rowcount={of(chosen).length + 1}>
          <thead>
            <tr>
              <th scope="col">Path</th>
              {columns.map(([heading]) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <VirtualRows
            key={chosen}
            rows={of(chosen)}
            rowHeight={isWide ? heights.row : heights.card}
            columnCount={columns.length + 1}
          >
            {(row) => (
              <>
                <th scope="row" dir="auto">
                  {safeText(row.id)}
                </th>
                {columns.map(([heading, cell]) => (
                  <td key={heading} data-label={heading} dir="auto">
                    {safeText(cell(row) ?? '')}
                  </td>
                ))}
              </>
            )}
          </VirtualRows>
        </table>
      </div>
    </div>
  )
}
