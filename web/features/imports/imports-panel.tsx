import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ImportRun, listImports } from '#schemas/resources/imports.ts'
import { EmptyHint } from '#web/components/empty-hint.tsx'
import { TextLink } from '#web/components/links.tsx'
import { PagedList } from '#web/components/paged-list.tsx'
import { nameOf, originOf, outcomeOf, standings } from '#web/features/imports/import-words.ts'
import styles from '#web/features/imports/imports.module.css'
import { RunProgress } from '#web/features/imports/run-progress.tsx'
import { runQuery } from '#web/features/imports/run-query.ts'
import { listQuery } from '#web/lib/queries.ts'

const RunItem = ({ listed }: { listed: ImportRun }) => {
  const { data: run } = useQuery({
    ...runQuery(listed.id),
    initialData: listed,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: listed.status === 'running',
  })
  const { word, color } = standings[run.status]
  return (
    <li className={styles.run}>
      <h2 className={styles.name}>
        <TextLink to="/dashboard/imports/$run" params={{ run: run.id }} inherit>
          {nameOf(run)}
        </TextLink>
      </h2>
      <Badge variant="dot" color={color} size="md" tt="none">
        {word}
      </Badge>
      <p className={styles.line}>{originOf(run)}</p>
      {run.progress ? <RunProgress {...run.progress} /> : <p className={styles.line}>{outcomeOf(run)}</p>}
    </li>
  )
}

const howTo =
  'Nothing has been imported yet. Clients and sites come in from CSV files: siteledger import sites sites.csv --dry-run'

/** Imports of the team, newest first; one that runs shows how far it is. */
export const ImportsPanel = () => (
  <PagedList
    query={listQuery(listImports)}
    nouns={['import', 'imports']}
    empty={<EmptyHint icon="upload">{howTo}</EmptyHint>}
  >
    {(runs) => (
      <ul className={styles.list} aria-label="Imports">
        {runs.map((run) => (
          <RunItem key={`${run.id} ${run.status}`} listed={run} />
        ))}
      </ul>
    )}
  </PagedList>
)
