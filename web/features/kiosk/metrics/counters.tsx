import { useQueries } from '@tanstack/react-query'
import {
  countClients,
  countFiles,
  countSites,
  countTeams,
  countUsers,
  sumFileSizes,
} from '#schemas/resources/metrics.ts'
import { Loaded } from '#web/components/loaded.tsx'
import type { Explain } from '#web/features/kiosk/metrics/explain.ts'
import { Figure } from '#web/features/kiosk/metrics/figure.tsx'
import styles from '#web/features/kiosk/metrics/figures.module.css'
import { metricAmount, metricNames } from '#web/features/kiosk/metrics/metric-words.ts'
import { merged } from '#web/lib/merged-queries.ts'
import { oneQuery } from '#web/lib/queries.ts'

const counters = [
  { metric: 'teams', query: oneQuery(countTeams) },
  { metric: 'users', query: oneQuery(countUsers) },
  { metric: 'clients', query: oneQuery(countClients) },
  { metric: 'sites', query: oneQuery(countSites) },
  { metric: 'files', query: oneQuery(countFiles) },
  { metric: 'files_size', query: oneQuery(sumFileSizes) },
] as const

/** The six numbers of the whole platform, without what is in the trash (D-35). */
export const Counters = ({ onExplain }: { onExplain: Explain }) => {
  const query = useQueries({
    queries: counters.map(({ query }) => ({ ...query, staleTime: 0 })),
    combine: (counts) => merged(counts),
  })
  return (
    <Loaded query={query} label="Loading the counters">
      {(counts) => (
        <dl className={styles.figures} aria-label="The whole platform">
          {counters.map(({ metric }, at) => (
            <Figure
              key={metric}
              label={metricNames[metric]}
              value={metricAmount(metric, counts[at] ?? 0)}
              onExplain={() => onExplain(metric)}
            />
          ))}
        </dl>
      )}
    </Loaded>
  )
}
