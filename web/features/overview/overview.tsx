import { Button, UnstyledButton } from '@mantine/core'
import { useId } from 'react'
import { whoDid } from '#schemas/records/history-words.ts'
import type { ActivityLine, OpenedRecord } from '#schemas/resources/overview.ts'
import { pathWords } from '#schemas/text/path-words.ts'
import { RecordLink } from '#web/components/history/record-link.tsx'
import { Icon } from '#web/components/icon.tsx'
import { kinds } from '#web/components/kinds.ts'
import { TextLink } from '#web/components/links.tsx'
import { goToPanel } from '#web/components/panel.tsx'
import { Failure } from '#web/components/query-state.tsx'
import { OpenLink } from '#web/components/record/open-link.tsx'
import { Numbers } from '#web/features/overview/numbers.tsx'
import styles from '#web/features/overview/overview.module.css'
import recent from '#web/features/overview/recent.module.css'
import { SampleStep } from '#web/features/overview/sample-step.tsx'
import { longDateTime } from '#web/lib/dates.ts'
import { useCan, useHolds } from '#web/lib/session.ts'
import { timeSince } from '#web/lib/time-since.ts'
import { useOverview } from '#web/lib/use-opened.ts'

/** A deleted record has no page. */
const isGone = ({ type }: ActivityLine): boolean => /(Deleted|Purged)$/.test(type)

/** What a line tells, with a link to its record, or to the history where it stands for several entries. */
const Words = ({ line }: { line: ActivityLine }) => {
  if (isGone(line)) return line.summary
  if (line.entries === 1) return <RecordLink entry={line} words={line.summary} />
  const day = line.at.slice(0, 10)
  const search = { resource: line.resource, from: day, to: day, ...(line.actor && { actor: line.actor.id }) }
  return (
    <TextLink to="/dashboard/history" search={search}>
      {line.summary}
    </TextLink>
  )
}

/** The newest changes of the team that the reader may see, with who made them. */
const ActivityLines = ({ lines }: { lines: readonly ActivityLine[] }) => {
  const heading = useId()
  return (
    <div className={recent.panel}>
      <h2 id={heading} className={recent.heading}>
        Recent activity <TextLink to="/dashboard/history">All history</TextLink>
      </h2>
      <ul className={recent.lines} aria-labelledby={heading}>
        {lines.map((line) => (
          <li key={line.position}>
            <span className={recent.what} title={line.summary}>
              <Words line={line} />
            </span>
            <span className={recent.aside} title={whoDid(line)}>
              {whoDid(line)}
            </span>
            <span className={recent.when} title={longDateTime(line.at)}>
              {timeSince(line.at)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Records that have room on the page. */
const shown = 4

/** The records that the reader opened last in this browser. */
const OpenedRecords = ({ records }: { records: readonly OpenedRecord[] }) => {
  const heading = useId()
  return (
    <div className={recent.panel} data-empty={records.length === 0 || undefined}>
      <h2 id={heading} className={recent.heading}>
        Continue where you were
      </h2>
      {records.length === 0 && <p className={recent.none}>What you open is listed here, for you alone.</p>}
      <ul className={recent.lines} aria-labelledby={heading}>
        {records.slice(0, shown).map(({ resource, id, name, client, site }) => (
          <li key={id}>
            <Icon name={kinds[resource].icon} />
            <span className={recent.what} title={name}>
              <OpenLink kind={resource} id={id} words={name} />
            </span>
            <span className={recent.aside}>{pathWords(client?.name, site?.name)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** In a team without clients: what its reader may do first. */
const FirstSteps = ({ offersSample }: { offersSample: boolean }) => {
  const mayAdd = useCan()('clients.create')
  const mayImport = useHolds('import')
  return (
    <ul className={styles.steps} aria-label="First steps">
      {mayAdd && (
        <li>
          <UnstyledButton className={styles.step} onClick={goToPanel}>
            <Icon name="building" size={22} />
            <b>Add your first client</b>
            <span>Its sites, visits and files hang on it.</span>
          </UnstyledButton>
        </li>
      )}
      {offersSample && (
        <li>
          <SampleStep />
        </li>
      )}
      {mayImport && (
        <li>
          <TextLink to="/dashboard/imports" underline="never" className={styles.step ?? ''}>
            <Icon name="upload" size={22} />
            <b>Import clients and sites</b>
            <span>From a CSV file that you have. Nothing is saved until you confirm.</span>
          </TextLink>
        </li>
      )}
      {!mayAdd && !mayImport && <li className={recent.none}>What your team adds is told here.</li>}
    </ul>
  )
}

type Props = {
  /** Only the numbers show. */
  folded: boolean
  onFold: () => void
}

/** Numbers that lead to lists, the newest changes and the records opened last; in an empty team the first steps. */
const Overview = ({ folded, onFold }: Props) => {
  const { data, error, refetch } = useOverview()
  if (!data) return error && <Failure error={error} onRetry={() => void refetch()} />
  if (data.is_empty) return <FirstSteps offersSample={data.offers_sample} />
  return (
    <>
      <div className={styles.row}>
        <Numbers overview={data} />
        <Button
          variant="default"
          className={styles.fold ?? ''}
          rightSection={<Icon name="down" size={14} />}
          aria-expanded={!folded}
          onClick={onFold}
        >
          Recent
        </Button>
      </div>
      {!folded && (
        <div className={recent.recent}>
          {data.activity && <ActivityLines lines={data.activity} />}
          <OpenedRecords records={data.opened} />
        </div>
      )}
    </>
  )
}

export default Overview
