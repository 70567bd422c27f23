import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { TextLink } from '#web/components/links.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { Failure, Waiting } from '#web/components/query-state.tsx'
import { importsDetail, nameOf } from '#web/features/imports/import-words.ts'
import { RunPanel } from '#web/features/imports/run-panel.tsx'
import { runQuery } from '#web/features/imports/run-query.ts'
import { ApiProblem } from '#web/lib/api-problem.ts'
import { useHolds } from '#web/lib/session.ts'
import { DashboardPart } from '#web/routes/dashboard-part.tsx'
import { NotFoundPage } from '#web/routes/not-found-page.tsx'

const RunPage = ({ id }: { id: string }) => {
  const run = useQuery(runQuery(id))
  if (run.isPending) return <Waiting label="Loading the import" />
  if (run.data) {
    return (
      <>
        <PageHeader
          title={nameOf(run.data)}
          trail={[
            <TextLink key="imports" to="/dashboard/imports">
              Imports
            </TextLink>,
          ]}
        />
        <RunPanel run={run.data} />
      </>
    )
  }
  if (run.error instanceof ApiProblem && run.error.status === 404) return <NotFoundPage />
  return <Failure error={run.error} onRetry={() => void run.refetch()} />
}

/** One import with its rows, and a link back. */
const ImportPage = () => {
  const { run } = useParams({ from: '/signed-in/dashboard/imports/$run' })
  return useHolds('import') ? (
    <RunPage id={run} />
  ) : (
    <DashboardPart title="Import" detail={importsDetail} seen={false} />
  )
}

export default ImportPage
