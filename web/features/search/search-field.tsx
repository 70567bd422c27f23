import { CloseButton, Loader } from '@mantine/core'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { searchEverything } from '#schemas/resources/search.ts'
import { counted } from '#schemas/text/counted.ts'
import { Icon } from '#web/components/icon.tsx'
import { Failure } from '#web/components/query-state.tsx'
import { ActionOptions } from '#web/features/search/action-options.tsx'
import { numbered, optionsIn, type ShownGroup } from '#web/features/search/hits.ts'
import styles from '#web/features/search/search-dialog.module.css'
import { SearchHits } from '#web/features/search/search-hits.tsx'
import { type Action, actionsWith, useActions } from '#web/features/search/use-actions.ts'
import { callApi } from '#web/lib/api.ts'
import { useOverview } from '#web/lib/use-opened.ts'
import { useSearch } from '#web/lib/use-search.ts'

const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: async () => (await callApi(searchEverything, { query: { q: text } })).data,
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })

/** Records that are offered before anything is typed. */
const offered = 5

/** The records opened last, one group in their own order. */
const useOpenedGroup = (): ShownGroup[] => {
  const opened = useOverview().data?.opened.slice(0, offered) ?? []
  const hits = opened.map((record, at) => ({ ...record, found: { in: 'name', excerpt: null } as const, at }))
  const { length } = hits
  return length === 0 ? [] : [{ resource: 'clients', total: length, at_least: false, hits, allAt: null }]
}

type Props = { onClose: () => void; onRun: (action: Action) => void }

/** The field of the palette: the records opened last, what is found as the user types, and actions. Arrows choose. */
export const SearchField = ({ onClose, onRun }: Props) => {
  const search = useSearch()
  const list = useId()
  const [chosen, setChosen] = useState(0)
  const active = useRef<HTMLElement>(null)
  const { data, isError, error, isFetching, refetch } = useQuery(searchQuery(search.text))
  const openedLast = useOpenedGroup()
  const all = useActions()

  const searching = search.typed.trim() !== ''
  const found = numbered(search.text === '' ? [] : (data?.groups ?? []))
  const groups = searching ? found : openedLast
  const from = optionsIn(groups)
  const actions = actionsWith(all, search.typed)
  const count = from + actions.length
  const at = Math.min(chosen, Math.max(0, count - 1))
  const settled = search.text !== '' && data !== undefined
  const hits = found.reduce((sum, group) => sum + group.hits.length, 0)
  const actionsFound = actions.length > 0 ? counted(actions.length, 'action', 'actions') : 'No results'
  const said = hits > 0 ? counted(hits, 'result', 'results') : actionsFound

  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is another element
  useEffect(() => {
    active.current?.scrollIntoView({ block: 'nearest' })
  }, [at])

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
  const options = { list, chosen: at, active, onChoose: setChosen }
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
        {settled && said}
      </div>
      {isError && (
        <div className={styles.note}>
          <Failure error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {!searching && (
        <p className={styles.note}>
          Finds clients, sites, visits, files, documents and categories, also by the words inside a PDF.
        </p>
      )}
      {settled && searching && count === 0 && <p className={styles.note}>{`No results for “${search.text}”.`}</p>}
      <div id={list} role="listbox" aria-label="Results" className={styles.results}>
        <SearchHits
          {...options}
          groups={groups}
          query={search.text}
          onOpen={onClose}
          {...(searching ? {} : { title: 'Opened last' })}
        />
        <ActionOptions {...options} actions={actions} from={from} onRun={onRun} />
      </div>
    </>
  )
}
