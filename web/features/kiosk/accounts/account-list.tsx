import { type ReactNode, useEffect, useRef } from 'react'
import { EmptyHint } from '#web/components/empty-hint.tsx'
import { Failure } from '#web/components/failure.tsx'
import { Rows } from '#web/components/rows.tsx'
import { SearchBar } from '#web/components/search-bar.tsx'
import { Waiting } from '#web/components/waiting.tsx'
import styles from '#web/features/kiosk/accounts/account-list.module.css'
import type { AccountSearch } from '#web/features/kiosk/accounts/use-account-search.ts'
import { messageOf } from '#web/lib/api-problem.ts'
import { counted } from '#web/lib/counted.ts'

type Props<Found> = {
  /** The singular and plural of what is searched. */
  nouns: readonly [string, string]
  found: AccountSearch<Found>
  /** Whether the user comes back from a profile: the search field then takes the focus. */
  returned: boolean
  row: (found: Found) => ReactNode
  /** A link to others of the kind, in the line that says how many were found. */
  beside?: ReactNode
}

/** The most rows that a search answers. */
const maxFound = 50

const words = ([one, several]: readonly [string, string], text: string, count: number): string => {
  if (text === '') return `The newest ${several}`
  return count < maxFound ? counted(count, one, several) : `The ${maxFound} newest ${several} of those found`
}

/** The search of users or of teams, and what it finds. */
export const AccountList = <Found,>({ nouns, found, returned, row, beside }: Props<Found>) => {
  const { search, rows, searching, noResults, error, retry } = found
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (returned) frame.current?.querySelector('input')?.focus()
  }, [returned])
  return (
    <div ref={frame}>
      <SearchBar context={nouns[1]} search={search} />
      <div className={styles.state}>
        <p role="status">{searching ? 'Searching…' : rows && !noResults && words(nouns, search.text, rows.length)}</p>
        {beside}
      </div>
      {rows === undefined && !error && <Waiting label={`Loading ${nouns[1]}`} />}
      {error && <Failure message={messageOf(error)} onRetry={() => void retry()} />}
      {noResults && <EmptyHint icon="search">No results</EmptyHint>}
      {rows && rows.length > 0 && (
        <div className={styles.found} aria-busy={searching}>
          <Rows label={nouns[1]}>{rows.map(row)}</Rows>
        </div>
      )}
    </div>
  )
}
