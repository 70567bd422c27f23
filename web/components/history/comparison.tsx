import { useId } from 'react'
import { isResource, withInitial } from '#schemas/nouns.ts'
import { differenceWords } from '#schemas/records/history-words.ts'
import { type Difference, listDifferences } from '#schemas/resources/differences.ts'
import styles from '#web/components/history/history-list.module.css'
import { ChangeList } from '#web/components/history/history-list.tsx'
import { PagedList } from '#web/components/paged-list.tsx'
import { EmptyHint } from '#web/components/query-state.tsx'
import { OpenLink } from '#web/components/record/open-link.tsx'
import { SideDrawer } from '#web/components/side-drawer.tsx'
import { exactDateTime } from '#web/lib/dates.ts'
import { shownMoment } from '#web/lib/moment.ts'
import { listQuery } from '#web/lib/queries.ts'

/** A record that is not as it was. One that was added since is opened as it is now: it was not there. */
const Entry = ({ difference }: { difference: Difference }) => {
  const about = useId()
  const { resource, id, change, fields, last } = difference
  return (
    <li className={styles.entry}>
      <p id={about} className={styles.summary}>
        {withInitial(differenceWords(difference))}
      </p>
      <p className={styles.line}>
        {last && `${last.actor?.name ?? 'Siteledger'} · ${exactDateTime(last.at)} · position ${last.position} `}
        {isResource(resource) && (
          <OpenLink kind={resource} id={id} today={change === 'added'} aria-describedby={about} />
        )}
      </p>
      {fields.length > 0 && <ChangeList changes={fields.map(({ label, from, to }) => ({ field: label, from, to }))} />}
    </li>
  )
}

/** What is not as it was at the moment that the page shows: of a record, `site/ID`, with what lies in it, or of the team. */
export const Comparison = ({ within }: { within?: string | undefined }) => (
  <PagedList
    query={listQuery(listDifferences, undefined, { from: shownMoment() ?? '', ...(within ? { within } : {}) })}
    nouns={['difference', 'differences']}
    empty={<EmptyHint icon="check">Everything is as it was.</EmptyHint>}
  >
    {(rows) => (
      <ol className={styles.list} aria-label="Differences">
        {rows.map((difference) => (
          <Entry key={`${difference.resource} ${difference.id}`} difference={difference} />
        ))}
      </ol>
    )}
  </PagedList>
)

type Props = { name: string; within: string | undefined; opened: boolean; onClose: () => void }

/** The same in a drawer next to the page. */
const ComparisonDrawer = ({ name, within, ...drawer }: Props) => (
  <SideDrawer title={`${name}, compared with today`} {...drawer}>
    <Comparison within={within} />
  </SideDrawer>
)

export default ComparisonDrawer
