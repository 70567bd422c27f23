import { Button, Group } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Queue } from '#schemas/resources/queues.ts'
import { Row, Rows } from '#web/components/rows.tsx'
import { counted } from '#web/lib/counted.ts'
import { longDateTime } from '#web/lib/dates.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'

const JobOriginDialog = lazy(retryingImport(() => import('#web/features/kiosk/platform/job-origin-dialog.tsx')))

type Job = { queue: string; id: string }
type Props = { queues: readonly Queue[]; busy: boolean; onRetry: (queue: string, id: string) => void }

/** Jobs that failed at their last try, with the reason; each leads to its event and to what it is about. */
export const FailedJobs = ({ queues, busy, onRetry }: Props) => {
  const [asked, setAsked] = useState<Job | null>(null)
  const failed = queues.flatMap(({ name, failed_jobs }) => failed_jobs.map((job) => ({ queue: name, ...job })))
  return (
    <>
      {failed.length > 0 && (
        <Rows label="Failed jobs">
          {failed.map(({ queue, id, attempts, failed_at, reason }) => (
            <Row
              key={id}
              name={id}
              detail={`${reason} (${counted(attempts, 'try', 'tries')}${failed_at ? `, ${longDateTime(failed_at)}` : ''})`}
              actions={(about) => (
                <Group gap="xs">
                  <Button variant="default" size="xs" aria-describedby={about} onClick={() => setAsked({ queue, id })}>
                    What it is about
                  </Button>
                  <Button
                    variant="default"
                    size="xs"
                    disabled={busy}
                    aria-describedby={about}
                    onClick={() => onRetry(queue, id)}
                  >
                    Retry
                  </Button>
                </Group>
              )}
            />
          ))}
        </Rows>
      )}
      <Suspense>{asked && <JobOriginDialog {...asked} onClose={() => setAsked(null)} />}</Suspense>
    </>
  )
}
