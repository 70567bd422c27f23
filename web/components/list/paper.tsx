import { counted } from '#schemas/text/counted.ts'
import { type Column, textOf } from '#web/components/list/column.ts'
import { useFilterWords } from '#web/components/list/list-filters.tsx'
import styles from '#web/components/list/paper.module.css'
import { PlainTable } from '#web/components/plain-table.tsx'
import { Printed } from '#web/components/printed.tsx'
import { dayMonthYear, todayHere } from '#web/lib/dates.ts'
import { useListAddress } from '#web/lib/list-address.ts'

type Props<Row> = {
  /** The name of the table, and the singular and plural of its records. */
  label: string
  nouns: readonly [string, string]
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  onPrinted: () => void
}

/** A list as it is printed: its rows under headings that each page repeats, and nothing else of the page. */
const Paper = <Row,>({ label, nouns, columns, rows, onPrinted }: Props<Row>) => {
  const { address } = useListAddress()
  const words = useFilterWords(address)
  const narrowed = [address.search, ...Object.keys(address).map((name) => words[name as keyof typeof words])]
  return (
    <Printed className={styles.list} onPrinted={onPrinted}>
      <h1>{document.title.replace(/ · Siteledger$/, '')}</h1>
      <p>
        {[counted(rows.length, ...nouns), ...narrowed, `printed ${dayMonthYear(todayHere())}`]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <PlainTable
        look={styles}
        label={label}
        rows={[...rows.entries()]}
        keyOf={([at]) => String(at)}
        columns={columns.map((column) => ({
          heading: column.label,
          className: column.kind ? styles.whole : undefined,
          cell: ([, row]) => textOf(column, row),
        }))}
      />
    </Printed>
  )
}

export default Paper
