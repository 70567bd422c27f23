import { CloseButton, TextInput } from '@mantine/core'
import { Icon } from '#web/components/icon.tsx'
import styles from '#web/components/search-bar.module.css'
import type { Search } from '#web/lib/use-search.ts'

/** Searches a list as the user types; `context` names its records: 'Search clients...'. */
export const SearchBar = ({ context, search: { typed, setTyped } }: { context: string; search: Search }) => (
  <search className={styles.container}>
    <TextInput
      type="search"
      aria-label={`Search ${context}`}
      placeholder={`Search ${context}...`}
      maxLength={255}
      autoComplete="off"
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      leftSection={<Icon name="search" />}
      leftSectionPointerEvents="none"
      rightSection={typed && <CloseButton size="sm" aria-label="Clear the search" onClick={() => setTyped('')} />}
      classNames={{ input: styles.input ?? '' }}
    />
  </search>
)
