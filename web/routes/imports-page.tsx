import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ImportRun, listImports } from '#schemas/resources/imports.ts'
import { Entries, Entry, EntryLine, EntryName } from '#web/components/entries.tsx'
import { TextLink } from '#web/components/links.tsx'
import { PagedList } from '#web/components/paged-list.tsx'
import { EmptyHint } from '#web/components/query-state.tsx'
import { ImportFilePanel } from '#web/features/imports/import-file-panel.tsx'
import { importsDetail, nameOf, originOf, outcomeOf, standings } from '#web/features/imports/import-words.ts'
import styles from '#web/features/imports/imports.module.css'
import { RunProgress } from '#web/features/imports/run-progress.tsx'
import { runQuery } from '#web/features/imports/run-query.ts'
import { listQuery } from '#web/lib/queries.ts'
import { useHolds } from '#web/lib/session.ts'
import { DashboardPart } from '#web/routes/dashboard-part.tsx'

const RunItem = ({ listed }: { listed: ImportRun }) => {
  const { data: run } = useQuery({
    ...runQuery(listed.id),
    initialData: listed,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: listed.status === 'running',
  })
  const { word, color } = standings[run.status]
  return (
    <Entry className={styles.run}>
      <EntryName>
        <TextLink to="/dashboard/imports/$run" params={{ run: run.id }} inherit>
          {nameOf(run)}
        </TextLink>
      </EntryName>
      <Badge variant="dot" color={color} size="md" tt="none">
        {word}
      </Badge>
      <EntryLine>{originOf(run)}</EntryLine>
      {run.progress ? <RunProgress {...run.progress} /> : <EntryLine>{outcomeOf(run)}</EntryLine>}
    </Entry>
  )
}

const howTo = 'Nothing has been imported yet. A sample file shows what one looks like.'

/** Imports of the team, newest first; a running one shows its progress. */
const ImportsPanel = () => (
  <section aria-labelledby="imports-so-far" className={styles.runs}>
    <h2 id="imports-so-far" className={styles.part}>
      Past imports
    </h2>
    <PagedList
      query={listQuery(listImports)}
      nouns={['import', 'imports']}
      empty={<EmptyHint icon="upload">{howTo}</EmptyHint>}
    >
      {(runs) => (
        <Entries label="Imports">
          {runs.map((run) => (
            <RunItem key={`${run.id} ${run.status}`} listed={run} />
          ))}
        </Entries>
      )}
    </PagedList>
  </section>
)

/** Imports from files, for the owner and admins of the team. */
const ImportsPage = () => {
  const navigate = useNavigate()
  const at = useSearch({ from: '/signed-in/dashboard/imports' })
  const begun = (run: string) => navigate({ to: '/dashboard/imports/$run', params: { run } })
  return (
    <DashboardPart title="Imports" detail={importsDetail} seen={useHolds('import')}>
      <ImportFilePanel key={at.site ?? at.client} at={at} onBegun={begun} />
      <ImportsPanel />
    </DashboardPart>
  )
}

export default ImportsPage
