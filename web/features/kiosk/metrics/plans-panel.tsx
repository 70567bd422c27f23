import { Text } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { countTrials, listPlanCounts } from '#schemas/resources/performance-indicators.ts'
import { Loaded } from '#web/components/loaded.tsx'
import { Panel } from '#web/components/panel.tsx'
import table from '#web/components/table.module.css'
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
            <div className={table.frame}>
              <table className={table.table} aria-label="Plans">
                <thead>
                  <tr>
                    <th scope="col">Plan</th>
                    <th scope="col">Interval</th>
                    <th scope="col">Subscribers</th>
                    <th scope="col">Trialing</th>
                  </tr>
                </thead>
                <tbody>
                  {plans.map(({ name, interval, count, trialing }) => (
                    <tr key={`${name} ${interval}`}>
                      <th scope="row">{name}</th>
                      <td data-label="Interval">{interval}</td>
                      <td data-label="Subscribers">{count.toLocaleString('en-GB')}</td>
                      <td data-label="Trialing">{trialing.toLocaleString('en-GB')}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
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
