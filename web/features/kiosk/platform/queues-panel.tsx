import { Badge, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Queue } from '#schemas/resources/queues.ts'
import { listQueues, pauseQueue, resumeQueue, retryJobs } from '#schemas/resources/queues.ts'
import { Loaded } from '#web/components/loaded.tsx'
import { Panel } from '#web/components/panel.tsx'
import table from '#web/components/table.module.css'
import { FailedJobs } from '#web/features/kiosk/platform/failed-jobs.tsx'
import { useOperation } from '#web/features/kiosk/platform/use-operation.ts'
import { callApi } from '#web/lib/api.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { timeSince } from '#web/lib/time-since.ts'

/** Milliseconds between two looks, and between those while something waits or runs. Each look is in the security log. */
const [pause, pauseWhileBusy] = [30_000, 5000]

const isBusy = ({ waiting, active, delayed }: Queue): boolean => waiting + active + delayed > 0

const query = oneQuery(listQueues)

type RowProps = { queue: Queue; busy: boolean; onRetry: () => void; onSwitch: () => void }

const QueueRow = ({ queue, busy, onRetry, onSwitch }: RowProps) => (
  <tr>
    <th scope="row">
      {queue.name}
      {queue.paused && (
        <Badge variant="light" color="orange" size="md" tt="none" ml="xs">
          Paused
        </Badge>
      )}
    </th>
    <td data-label="Waiting">{queue.waiting}</td>
    <td data-label="Running">{queue.active}</td>
    <td data-label="Next try">{queue.delayed}</td>
    <td data-label="Oldest">{queue.oldest_at === null ? 'none' : timeSince(queue.oldest_at)}</td>
    <td data-label="Failed">{queue.failed}</td>
    <td className={table.actions}>
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
    </td>
  </tr>
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
    <Panel title="Queues" wide>
      <Loaded query={queues} label="Loading queues">
        {(shown) => (
          <>
            <div className={table.frame}>
              <table className={table.table} aria-label="Queues">
                <thead>
                  <tr>
                    <th scope="col">Queue</th>
                    <th scope="col">Waiting</th>
                    <th scope="col">Running</th>
                    <th scope="col">Next try</th>
                    <th scope="col">Oldest</th>
                    <th scope="col">Failed</th>
                    <th scope="col">
                      <span className={table.unseen}>Actions</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {shown.map((queue) => (
                    <QueueRow
                      key={queue.name}
                      queue={queue}
                      busy={busy}
                      onRetry={() => retry.mutate({ queue: queue.name })}
                      onSwitch={() => switching.mutate(queue)}
                    />
                  ))}
                </tbody>
              </table>
            </div>
            <FailedJobs queues={shown} busy={busy} onRetry={(queue, id) => retry.mutate({ queue, ids: [id] })} />
          </>
        )}
      </Loaded>
    </Panel>
  )
}
