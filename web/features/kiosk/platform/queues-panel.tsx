import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Queue } from '#schemas/resources/queues.ts'
import { Loaded } from '#web/components/loaded.tsx'
import { Panel } from '#web/components/panel.tsx'
import table from '#web/components/table.module.css'
import { FailedJobs } from '#web/features/kiosk/platform/failed-jobs.tsx'
import { useOperation } from '#web/features/kiosk/platform/use-operation.ts'
import { callApi } from '#web/lib/api.ts'
import { listQueues, retryJobs } from '#web/lib/calls/queues.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { timeSince } from '#web/lib/time-since.ts'

/** Milliseconds between two looks, and between those while something waits or runs. Each look is in the security log. */
const [pause, pauseWhileBusy] = [30_000, 5000]

const isBusy = ({ waiting, active, delayed }: Queue): boolean => waiting + active + delayed > 0

const query = oneQuery(listQueues)

const QueueRow = ({ queue, onRetry, busy }: { queue: Queue; onRetry: () => void; busy: boolean }) => (
  <tr>
    <th scope="row">{queue.name}</th>
    <td data-label="Waiting">{queue.waiting}</td>
    <td data-label="Running">{queue.active}</td>
    <td data-label="Next try">{queue.delayed}</td>
    <td data-label="Oldest">{queue.oldest_at === null ? 'none' : timeSince(queue.oldest_at)}</td>
    <td data-label="Failed">{queue.failed}</td>
    <td className={table.actions}>
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

/** Work in the background: what waits and runs, and what failed, one by one. */
export const QueuesPanel = () => {
  const queues = useQuery({
    ...query,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isBusy) ? pauseWhileBusy : pause),
  })
  const retry = useOperation<{ queue: string; ids?: string[] }>(query.queryKey, ({ queue, ...body }) =>
    callApi(retryJobs, { params: { queue }, body }),
  )
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
                      busy={retry.isPending}
                      onRetry={() => retry.mutate({ queue: queue.name })}
                    />
                  ))}
                </tbody>
              </table>
            </div>
            <FailedJobs
              queues={shown}
              busy={retry.isPending}
              onRetry={(queue, id) => retry.mutate({ queue, ids: [id] })}
            />
          </>
        )}
      </Loaded>
    </Panel>
  )
}
