import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Page } from '#schemas/calls/page.ts'
import type { Column } from '#web/components/list/column.ts'
import { SaveButton } from '#web/components/save-button.tsx'
import { announce, announceFailure } from '#web/lib/announce.ts'
import { everyRow, type ListQuery } from '#web/lib/queries.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useKeys } from '#web/lib/use-keys.ts'

const loadPaper = retryingImport(() => import('#web/components/list/paper.tsx'))
const Paper = lazy(loadPaper) as unknown as typeof import('#web/components/list/paper.tsx').default

/** Rows that a browser lays out on paper without standing still. */
const mostPrinted = 5000

type Printing<Row> = {
  label: string
  /** The singular and plural of a row. */
  nouns: readonly [string, string]
  columns: readonly Column<Row>[]
  query: ListQuery<Row>
}

/** A button and a key that print all rows of a list, also those that are not loaded yet, and the paper meanwhile. */
export const usePrinted = <Row,>({ label, nouns, columns, query }: Printing<Row>) => {
  const queries = useQueryClient()
  const [printed, setPrinted] = useState<Row[]>()
  const [onPrinted] = useState(() => () => setPrinted(undefined))
  const print = async () => {
    const [first] = queries.getQueryData<{ pages: Page<Row>[] }>(query.queryKey)?.pages ?? []
    if ((first?.total ?? 0) > mostPrinted) {
      const most = mostPrinted.toLocaleString('en-GB')
      return announce(`At most ${most} ${nouns[1]} are printed. Narrow the list, or save it as a file.`, 'failure')
    }
    await loadPaper()
    setPrinted(await everyRow(queries, query))
  }
  // The browser alone would print the rows that are drawn.
  useKeys({ print: ({ repeat }) => repeat || print().catch(announceFailure) })
  return {
    button: (
      <SaveButton save={print} icon="print">
        Print
      </SaveButton>
    ),
    paper: printed && (
      <Suspense>
        <Paper label={label} nouns={nouns} columns={columns} rows={printed} onPrinted={onPrinted} />
      </Suspense>
    ),
  }
}
