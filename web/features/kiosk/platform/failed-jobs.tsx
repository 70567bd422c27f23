import { Button } from '@mantine/core'
import type { Queue } from '#schemas/resources/queues.ts'
import { Row, Rows } from '#web/components/rows.tsx'
import { counted } from '#web/lib/counted.ts'
import { longDateTime } from '#web/lib/dates.ts'

type Props = { queues: readonly Queue[]; busy: boolean; onRetry: (queue: string, id: string) => void }

/** Jobs that failed at their last try, with the reason; the id of a job names its queue and its record or event. */
export const FailedJobs = ({ queues, busy, onRetry }: Props) => {
  const failed = queues.flatMap(({ name, failed_jobs }) => failed_jobs.map((job) => ({ queue: name, ...job })))
  if (failed.length === 0) return null
  return (
    <Rows label="Failed jobs">
      {failed.map(({ queue, id, attempts, failed_at, reason }) => (
        <Row
          key={id}
          name={id}
          detail={`${reason} (${counted(attempts, 'try', 'tries')}${failed_at ? `, ${longDateTime(failed_at)}` : ''})`}
          actions={(about) => (
            <Button
              variant="default"
              size="xs"
              disabled={busy}
              aria-describedby={about}
              onClick={() => onRetry(queue, id)}
            >
              Retry
            </Button>
          )}
        />
      ))}
    </Rows>
  )
}
