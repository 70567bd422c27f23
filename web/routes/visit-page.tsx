import { useNavigate, useParams } from '@tanstack/react-router'
import { showVisit } from '#schemas/resources/visits.ts'
import { counted } from '#schemas/text/counted.ts'
import { TextLink } from '#web/components/links.tsx'
import { RecordFacts } from '#web/components/record/facts.tsx'
import { FilesPanel } from '#web/features/files/files-panel.tsx'
import { visitFeature } from '#web/features/visits/visit-feature.ts'
import { RecordPage, toClients } from '#web/routes/record-page.tsx'
import { useRecord } from '#web/routes/use-record.ts'

/** One visit and its files. */
const VisitPage = () => {
  const { id } = useParams({ from: '/signed-in/dashboard/visits/$id' })
  const { record: visit, gone } = useRecord(showVisit, { id })
  const navigate = useNavigate()
  const tabs = [{ value: 'files', label: 'Files', panel: <FilesPanel scope={{ kind: 'visit', visit }} /> }] as const
  return (
    <RecordPage
      kind="visits"
      feature={visitFeature}
      record={visit}
      gone={gone}
      detail={
        <>
          {`${visit.started_at} – ${visit.ended_at} · ${counted(visit.file_count, 'file', 'files')}`}
          <RecordFacts of="visits" record={visit} />
        </>
      }
      trail={[
        toClients,
        <TextLink key="client" to="/dashboard/clients/$id" params={{ id: visit.client_id }} hash="/visits">
          {visit.client_name}
        </TextLink>,
        <TextLink key="site" to="/dashboard/sites/$id" params={{ id: visit.site_id }} hash="/visits">
          {visit.site_name}
        </TextLink>,
      ]}
      tabs={tabs}
      onDeleted={() => navigate({ to: '/dashboard/sites/$id', params: { id: visit.site_id }, hash: '/visits' })}
    />
  )
}

export default VisitPage
