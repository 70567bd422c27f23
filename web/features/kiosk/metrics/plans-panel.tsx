import { Text } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { countTrials, listPlanCounts } from '#schemas/resources/performance-indicators.ts'
import { Loaded } from '#web/components/loaded.tsx'
import { Panel } from '#web/components/panel.tsx'
import { PlainTable } from '#web/components/plain-table.tsx'
import { oneQuery } from '#web/lib/queries.ts'

/** Who subscribes to which plan, and who tries it. */
export const PlansPanel = () => {
  const query = useQueries({
    queries: [
      { ...oneQuery(listPlanCounts), staleTime: 0 },
      { ...oneQuery(countTrials), staleTime: 0 },
    ],
    combine: ([plans, trials]) => ({
      data: plans.data && trials.data !== undefined ? { plans: plans.data, trials: trials.data } : undefined,
      isPending: plans.isPending || trials.isPending,
      error: plans.error ?? trials.error,
      refetch: () => Promise.all([plans.refetch(), trials.refetch()]),
    }),
  })
  return (
    <Panel title="Plans" wide>
      <Loaded query={query} label="Loading plans">
        {({ plans, trials }) => (
          <>
            <PlainTable
              label="Plans"
              columns={[
                { heading: 'Plan', cell: ({ name }) => name },
                { heading: 'Interval', cell: ({ interval }) => interval },
                { heading: 'Subscribers', cell: ({ count }) => count.toLocaleString('en-GB') },
                { heading: 'Trialing', cell: ({ trialing }) => trialing.toLocaleString('en-GB') },
              ]}
              rows={plans}
              keyOf={({ name, interval }) => `${name} ${interval}`}
            />
            {/* Trials of teams without a plan, and those of each plan. */}
            <Text size="md">
              {`Total trial users: ${trials + plans.reduce((sum, { trialing }) => sum + trialing, 0)}, ${trials} without a plan`}
            </Text>
          </>
        )}
      </Loaded>
    </Panel>
  )
}
