import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { counted } from '#schemas/text/counted.ts'
import { EmptyHint, Failure, Waiting } from '#web/components/query-state.tsx'
import { Rows } from '#web/components/rows.tsx'
import { SearchBar } from '#web/components/search-bar.tsx'
import styles from '#web/features/kiosk/accounts/account-list.module.css'
import { parseHash } from '#web/lib/hash-tab.ts'
import { usePageHash } from '#web/lib/page-hash.ts'
import { isSomethingOpen } from '#web/lib/something-open.ts'
import { type Search, useSearch } from '#web/lib/use-search.ts'

/** Whether Escape would take from the user what they have typed. */
const holdsText = (target: EventTarget | null): boolean =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && target.value !== ''

/**
 * Calls `back` at the Escape key, unless a dialog or a menu is open, which it closes, or the focus is in a field with
 * text.
 */
export const useEscape = (back: () => void, enabled: boolean): void => {
  const act = useEffectEvent(back)
  useEffect(() => {
    if (!enabled) return
    const pressed = ({ key, target, isComposing }: KeyboardEvent) => {
      if (key === 'Escape' && !isComposing && !isSomethingOpen() && !holdsText(target)) act()
    }
    // Before anything that the key closes is gone.
    window.addEventListener('keydown', pressed, { capture: true })
    return () => window.removeEventListener('keydown', pressed, { capture: true })
  }, [enabled])
}

/** The id that the address names below its tab, as in `#/users/{id}`; undefined without one. */
const useChosenId = (): string | undefined => parseHash(usePageHash()).segments[0]

/** Milliseconds between the last key press and the search. */
const pause = 300

/** The most rows that a search answers. */
const maxFound = 50

type Nouns = readonly [one: string, several: 'users' | 'teams']

const words = ([one, several]: Nouns, text: string, count: number): string => {
  if (text === '') return `The newest ${several}`
  return count < maxFound ? counted(count, one, several) : `The ${maxFound} newest ${several} of those found`
}

type ListProps<Found> = {
  nouns: Nouns
  search: Search
  found: UseQueryResult<Found[]>
  /** Whether the user comes back from a profile: the search field then takes the focus. */
  returned: boolean
  row: (found: Found) => ReactNode
  /** A link to others of the kind, in the line that says how many were found. */
  beside?: ReactNode
}

const AccountList = <Found,>({ nouns, search, found, returned, row, beside }: ListProps<Found>) => {
  const { data: rows, error, isFetching, refetch } = found
  const searching = search.typed.trim() !== search.text || isFetching
  const noResults = !searching && rows?.length === 0
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
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {noResults && <EmptyHint icon="search">No results</EmptyHint>}
      {rows && rows.length > 0 && (
        <div className={styles.found} aria-busy={searching}>
          <Rows label={nouns[1]}>{rows.map(row)}</Rows>
        </div>
      )}
    </div>
  )
}

type Props<Found> = Pick<ListProps<Found>, 'nouns' | 'row' | 'beside'> & {
  /** Without a text it finds the newest. */
  find: (query: string) => Promise<Found[]>
  profile: (id: string) => ReactNode
}

/** The search of users or of teams, or the profile of the one whose id is in the address; Escape leads back. */
export const AccountTab = <Found,>({ find, profile, ...list }: Props<Found>) => {
  const kind = list.nouns[1]
  const id = useChosenId()
  const navigate = useNavigate()
  const search = useSearch(pause)
  const found = useQuery({
    queryKey: ['operator', 'search', kind, search.text],
    queryFn: () => find(search.text),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const seen = useRef(id)
  useEffect(() => {
    seen.current = id
  }, [id])
  useEscape(() => void navigate({ to: '.', hash: `/${kind}`, hashScrollIntoView: false }), id !== undefined)
  if (id !== undefined) return profile(id)
  return <AccountList {...list} search={search} found={found} returned={seen.current !== undefined} />
}
