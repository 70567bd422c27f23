import { CloseButton, Loader } from '@mantine/core'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Failure } from '#web/components/failure.tsx'
import { Icon } from '#web/components/icon.tsx'
import { numbered } from '#web/features/search/hits.ts'
import styles from '#web/features/search/search-dialog.module.css'
import { SearchHits } from '#web/features/search/search-hits.tsx'
import { callApi } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-problem.ts'
import { searchEverything } from '#web/lib/calls/search.ts'
import { counted } from '#web/lib/counted.ts'
import { useSearch } from '#web/lib/use-search.ts'

const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: async () => (await callApi(searchEverything, { query: { q: text } })).data,
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })

/** The search field and its results as the user types; arrow keys choose, Enter opens. */
export const SearchField = ({ onClose }: { onClose: () => void }) => {
  const search = useSearch()
  const list = useId()
  const [chosen, setChosen] = useState(0)
  const active = useRef<HTMLAnchorElement>(null)
  const { data, isError, error, isFetching, refetch } = useQuery(searchQuery(search.text))

  const searching = search.text !== ''
  const groups = searching ? numbered(data?.groups ?? []) : []
  const count = groups.reduce((sum, { hits }) => sum + hits.length, 0)
  const at = Math.min(chosen, Math.max(0, count - 1))
  const nothing = searching && data !== undefined && count === 0

  const type = (typed: string) => {
    search.setTyped(typed)
    setChosen(0)
  }
  const steer = (event: KeyboardEvent) => {
    if (event.key === 'Enter') active.current?.click()
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || count === 0) return
    event.preventDefault()
    setChosen((at + step + count) % count)
  }
  return (
    <>
      <div className={styles.head}>
        <Icon name="search" size={20} />
        <input
          className={styles.input}
          type="text"
          role="combobox"
          aria-label="Search everything"
          aria-expanded={count > 0}
          aria-controls={list}
          aria-autocomplete="list"
          {...(count > 0 ? { 'aria-activedescendant': `${list}-${at}` } : {})}
          placeholder="Search everything..."
          maxLength={255}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={search.typed}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={steer}
        />
        {isFetching && <Loader size={16} color="var(--siteledger-accent)" />}
        <CloseButton aria-label="Close" onClick={onClose} />
      </div>
      <div className={styles.said} role="status">
        {searching && data !== undefined && (count > 0 ? counted(count, 'result', 'results') : 'No results')}
      </div>
      {isError && (
        <div className={styles.note}>
          <Failure message={messageOf(error)} onRetry={() => void refetch()} />
        </div>
      )}
      {!searching && (
        <p className={styles.note}>
          Finds clients, sites, visits, files, documents and categories, also by the words inside a PDF.
        </p>
      )}
      {nothing && <p className={styles.note}>{`No results for “${search.text}”.`}</p>}
      <div id={list} role="listbox" aria-label="Results" className={styles.results}>
        <SearchHits
          groups={groups}
          query={search.text}
          list={list}
          chosen={at}
          active={active}
          onChoose={setChosen}
          onOpen={onClose}
        />
      </div>
    </>
  )
}
