import { Button } from '@mantine/core'
import { Failure } from '#web/components/failure.tsx'
import { Icon } from '#web/components/icon.tsx'
import { ActivityLines } from '#web/features/overview/activity-lines.tsx'
import { FirstSteps } from '#web/features/overview/first-steps.tsx'
import { Numbers } from '#web/features/overview/numbers.tsx'
import { OpenedRecords } from '#web/features/overview/opened-records.tsx'
import styles from '#web/features/overview/overview.module.css'
import recent from '#web/features/overview/recent.module.css'
import { messageOf } from '#web/lib/api-problem.ts'
import { useOverview } from '#web/lib/use-opened.ts'

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
