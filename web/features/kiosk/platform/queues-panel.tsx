import { Badge, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { listQueues, pauseQueue, type Queue, resumeQueue, retryJobs } from '#schemas/resources/queues.ts'
import { counted } from '#schemas/text/counted.ts'
import { Loaded } from '#web/components/loaded.tsx'
import { type PlainColumn, PlainTable } from '#web/components/plain-table.tsx'
import { Row, Rows } from '#web/components/rows.tsx'
import { useOperation } from '#web/features/kiosk/platform/use-operation.ts'
import { callApi } from '#web/lib/api.ts'
import { longDateTime } from '#web/lib/dates.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { timeSince } from '#web/lib/time-since.ts'

const JobOriginDialog = lazy(retryingImport(() => import('#web/features/kiosk/platform/job-origin-dialog.tsx')))

type Job = { queue: string; id: string }
type Props = { queues: readonly Queue[]; busy: boolean; onRetry: (queue: string, id: string) => void }

/** Jobs that failed at their last try, with the reason; each leads to its event and to what it is about. */
const FailedJobs = ({ queues, busy, onRetry }: Props) => {
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

/** Milliseconds between two looks, and between those while something waits or runs. Each look is in the security log. */
const pause = 30_000
const pauseWhileBusy = 5000

const isBusy = ({ waiting, active, delayed }: Queue): boolean => waiting + active + delayed > 0

const query = oneQuery(listQueues)

const columns: readonly PlainColumn<Queue>[] = [
  {
    heading: 'Queue',
    cell: ({ name, paused }) => (
      <>
        {name}
        {paused && (
          <Badge variant="light" color="orange" size="md" tt="none" ml="xs">
            Paused
          </Badge>
        )}
      </>
    ),
  },
  { heading: 'Waiting', cell: ({ waiting }) => waiting },
  { heading: 'Running', cell: ({ active }) => active },
  { heading: 'Next try', cell: ({ delayed }) => delayed },
  { heading: 'Oldest', cell: ({ oldest_at }) => (oldest_at === null ? 'none' : timeSince(oldest_at)) },
  { heading: 'Failed', cell: ({ failed }) => failed },
]

type ActionsProps = { queue: Queue; busy: boolean; onRetry: () => void; onSwitch: () => void }

const QueueActions = ({ queue, busy, onRetry, onSwitch }: ActionsProps) => (
  <>
    <Button
      variant="default"
      size="xs"
      disabled={busy}
      onClick={onSwitch}
      aria-label={`${queue.paused ? 'Resume' : 'Pause'} ${queue.name}`}
    >
      {queue.paused ? 'Resume' : 'Pause'}
    </Button>
    {queue.failed > 0 && (
      <Button
        variant="default"
        size="xs"
        disabled={busy}
        onClick={onRetry}
        aria-label={`Retry all that failed in ${queue.name}`}
      >
        Retry all
      </Button>
    )}
  </>
)

/** Work in the background: what waits and runs, what is paused, and what failed, one by one. */
export const QueuesPanel = () => {
  const queues = useQuery({
    ...query,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isBusy) ? pauseWhileBusy : pause),
  })
  const retry = useOperation<{ queue: string; ids?: string[] }>(query.queryKey, ({ queue, ...body }) =>
    callApi(retryJobs, { params: { queue }, body }),
  )
  const switching = useOperation<Queue>(query.queryKey, ({ name, paused }) =>
    paused ? callApi(resumeQueue, { params: { queue: name } }) : callApi(pauseQueue, { params: { queue: name } }),
  )
  const busy = retry.isPending || switching.isPending
  return (
    <Loaded query={queues} label="Loading queues">
      {(shown) => (
        <>
          <PlainTable
            label="Queues"
            columns={columns}
            rows={shown}
            keyOf={({ name }) => name}
            actions={(queue) => (
              <QueueActions
                queue={queue}
                busy={busy}
                onRetry={() => retry.mutate({ queue: queue.name })}
                onSwitch={() => switching.mutate(queue)}
              />
            )}
          />
          <FailedJobs queues={shown} busy={busy} onRetry={(queue, id) => retry.mutate({ queue, ids: [id] })} />
        </>
      )}
    </Loaded>
  )
}
