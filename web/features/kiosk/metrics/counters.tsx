import { useSuspenseQueries } from '@tanstack/react-query'
import { humanReadableSize } from '#schemas/file-size.ts'
import styles from '#web/features/kiosk/metrics/figures.module.css'
import { countClients, countFiles, countSites, countTeams, countUsers, sumFileSizes } from '#web/lib/calls/metrics.ts'
import { oneQuery } from '#web/lib/queries.ts'

const grouped = (count: number): string => count.toLocaleString('en-GB')

const counters = [
  { label: 'Teams', query: oneQuery(countTeams), shown: grouped },
  { label: 'Users', query: oneQuery(countUsers), shown: grouped },
  { label: 'Clients', query: oneQuery(countClients), shown: grouped },
  { label: 'Sites', query: oneQuery(countSites), shown: grouped },
  { label: 'Files', query: oneQuery(countFiles), shown: grouped },
  { label: 'Size of all files', query: oneQuery(sumFileSizes), shown: humanReadableSize },
]

/** The six numbers of the whole platform, without what is in the trash (D-35). */
export const Counters = () => {
  const counts = useSuspenseQueries({ queries: counters.map(({ query }) => ({ ...query, staleTime: 0 })) })
  return (
    <dl className={styles.figures} aria-label="The whole platform">
      {counters.map(({ label, shown }, at) => (
        <div key={label} className={styles.figure}>
          <dt>{label}</dt>
          <dd>{shown(counts[at]?.data ?? 0)}</dd>
        </div>
      ))}
    </dl>
  )
}
