import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failure, Waiting } from '#web/components/query-state.tsx'

type Props<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'isPending' | 'error'> & { refetch: () => Promise<unknown> }
  /** The subject that the spinner waits for. */
  label: string
  children: (data: Data) => ReactNode
}

/** The answer of a query; a spinner before the first answer, and why the last try failed. */
export const Loaded = <Data,>({ query: { data, isPending, error, refetch }, label, children }: Props<Data>) => (
  <>
    {isPending && <Waiting label={label} />}
    {error && <Failure error={error} onRetry={() => void refetch()} />}
    {data !== undefined && children(data)}
  </>
)

type RowsProps<Row> = {
  query: Pick<UseQueryResult<readonly Row[]>, 'data' | 'isPending' | 'isLoadingError' | 'error' | 'refetch'>
  label: string
  /** The text for no rows. */
  empty?: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/** The rows that a query has answered, if there are any; they stay where a later try fails. */
export const LoadedRows = <Row,>({ query, label, empty, children }: RowsProps<Row>) => (
  <>
    {query.isPending && <Waiting label={label} />}
    {query.isLoadingError && <Failure error={query.error} onRetry={() => void query.refetch()} />}
    {query.data && (query.data.length === 0 ? empty : children(query.data))}
  </>
)
