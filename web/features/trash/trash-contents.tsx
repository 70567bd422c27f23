import type { TrashEntry } from '#schemas/resources/trash.ts'
import { EntryLine } from '#web/components/entries.tsx'
import { kinds } from '#web/components/kinds.ts'
import { PagedList } from '#web/components/paged-list.tsx'
import { EmptyHint } from '#web/components/query-state.tsx'
import styles from '#web/features/trash/trash-entry.module.css'
import { contentsQuery } from '#web/features/trash/trash-query.ts'

/** Each record of an entry and where it lay; further ones load as one scrolls. */
export const TrashContents = ({ entry: { id, name } }: { entry: TrashEntry }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
  <section aria-label={`Records in ${name}`} tabIndex={0} className={styles.contents}>
    <PagedList
      query={contentsQuery(id)}
      nouns={['record', 'records']}
      empty={<EmptyHint icon="trash">It is no longer in the trash.</EmptyHint>}
    >
      {(records) => (
        <ul>
          {records.map(({ id, resource, name, site_name, client_name }) => (
            <li key={id}>
              <bdi>{name}</bdi>
              <EntryLine>{[kinds[resource].one, site_name, client_name].filter(Boolean).join(' · ')}</EntryLine>
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  </section>
)
