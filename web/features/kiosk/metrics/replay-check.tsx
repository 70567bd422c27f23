import { Button, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { MetricsReplay } from '#schemas/resources/metrics.ts'
import { replayMetrics, showMetricsReplay } from '#schemas/resources/metrics.ts'
import { Failure } from '#web/components/failure.tsx'
import { callApi } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-problem.ts'
import { counted } from '#web/lib/counted.ts'
import { oneQuery } from '#web/lib/queries.ts'

/** Milliseconds between two looks at a replay. */
const pause = 500

const outcomeOf = ({ state, share, reason, result }: MetricsReplay): string => {
  if (state === 'running') return `Reading the log: ${Math.round(share * 100)}%`
  if (!result) return `The check failed: ${reason}`
  const differing = result.differing + result.elsewhere
  if (differing === 0) return 'The log says the same, of this day and of all others.'
  return `${counted(differing, 'day differs', 'days differ')} from the log. siteledger metrics replay shows them and puts them right.`
}

/** Works a day out from the log again and says whether its numbers are the same; nothing is changed. */
export const ReplayCheck = ({ day }: { day: string }) => {
  const queries = useQueryClient()
  const query = oneQuery(showMetricsReplay)
  const start = useMutation({
    mutationFn: () => callApi(replayMetrics, { body: { from: day, to: day, dry_run: true, events: false } }),
    onSuccess: ({ data }) => queries.setQueryData(query.queryKey, data),
  })
  const replay = useQuery({
    ...query,
    enabled: start.isSuccess,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? pause : false),
  })
  const running = start.isPending || replay.data?.state === 'running'
  return (
    <Stack gap="sm" align="flex-start">
      <Button variant="default" disabled={running} onClick={() => start.mutate()}>
        Check against the log
      </Button>
      {start.error && <Failure message={messageOf(start.error)} />}
      {start.isSuccess && replay.data && (
        <Text size="md" role="status">
          {outcomeOf(replay.data)}
        </Text>
      )}
    </Stack>
  )
}
