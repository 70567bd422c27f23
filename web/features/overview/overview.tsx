import { Button, UnstyledButton } from '@mantine/core'
import { Failure } from '#web/components/failure.tsx'
import { Icon } from '#web/components/icon.tsx'
import { TextLink } from '#web/components/links.tsx'
import { goToPanel } from '#web/components/panel.tsx'
import { ActivityLines } from '#web/features/overview/activity-lines.tsx'
import { Numbers } from '#web/features/overview/numbers.tsx'
import { OpenedRecords } from '#web/features/overview/opened-records.tsx'
import styles from '#web/features/overview/overview.module.css'
import recent from '#web/features/overview/recent.module.css'
import { SampleStep } from '#web/features/overview/sample-step.tsx'
import { messageOf } from '#web/lib/api-problem.ts'
import { useCan, useHolds } from '#web/lib/session.ts'
import { useOverview } from '#web/lib/use-opened.ts'

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
  if (!data) return error && <Failure message={messageOf(error)} onRetry={() => void refetch()} />
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
