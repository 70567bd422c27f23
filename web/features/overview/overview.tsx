import { Button } from '@mantine/core'
import { useState } from 'react'
import { Failure } from '#web/components/failure.tsx'
import { ActivityLines } from '#web/features/overview/activity-lines.tsx'
import { FirstSteps } from '#web/features/overview/first-steps.tsx'
import { Numbers } from '#web/features/overview/numbers.tsx'
import { OpenedRecords } from '#web/features/overview/opened-records.tsx'
import styles from '#web/features/overview/overview.module.css'
import { messageOf } from '#web/lib/api-problem.ts'
import { useOverview } from '#web/lib/use-opened.ts'

/** Numbers that lead to lists, the newest changes and the records opened last; in an empty team the first steps. */
const Overview = () => {
  const { data, error, refetch } = useOverview()
  const [unfolded, setUnfolded] = useState(false)
  if (!data) return error && <Failure message={messageOf(error)} onRetry={() => void refetch()} />
  if (data.is_empty) return <FirstSteps offersSample={data.offers_sample} />
  return (
    <>
      <div className={styles.row}>
        <Numbers overview={data} />
        <Button
          variant="default"
          size="sm"
          className={styles.unfold ?? ''}
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
        >
          Recent
        </Button>
      </div>
      <div className={styles.recent} data-unfolded={unfolded || undefined}>
        {data.activity && <ActivityLines lines={data.activity} />}
        <OpenedRecords records={data.opened} />
      </div>
    </>
  )
}

export default Overview
