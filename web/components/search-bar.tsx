import { CloseButton } from '@mantine/core'
import { Icon } from '#web/components/icon.tsx'
import styles from '#web/components/search-bar.module.css'
import type { Search } from '#web/lib/use-search.ts'

/**
 * Searches a list as the user types; `context` names its records: 'Search clients...'. It looks as the fields of forms do, whose
 * code a list can do without.
 */
export const SearchBar = ({ context, search: { typed, setTyped } }: { context: string; search: Search }) => (
  <search className={styles.container}>
    <Icon name="search" />
    <input
      type="search"
      aria-label={`Search ${context}`}
      placeholder={`Search ${context}...`}
      maxLength={255}
      autoComplete="off"
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      className={styles.input}
    />
    {typed && <CloseButton size="sm" aria-label="Clear the search" onClick={() => setTyped('')} />}
  </search>
)
