import { useNavigate, useParams } from '@tanstack/react-router'
import { showVisit } from '#schemas/resources/visits.ts'
import { HashTabs } from '#web/components/hash-tabs.tsx'
import { TextLink } from '#web/components/links.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { DialogsOutlet } from '#web/components/record/lazy-dialogs.tsx'
import { RecordMenu } from '#web/components/record/record-menu.tsx'
import { FilesPanel } from '#web/features/files/files-panel.tsx'
import { visitFeature } from '#web/features/visits/visit-feature.ts'
import { counted } from '#web/lib/counted.ts'
import { useCan } from '#web/lib/session.ts'
import { useNoteOpened } from '#web/lib/use-opened.ts'
import { GonePage } from '#web/routes/gone-page.tsx'
import { useRecord } from '#web/routes/use-record.ts'

/** One visit and its files. */
const VisitPage = () => {
  const { id } = useParams({ from: '/signed-in/dashboard/visits/$id' })
  const { record: visit, gone } = useRecord(showVisit, { id })
  useNoteOpened('visits', id)
  const can = useCan()
  const navigate = useNavigate()
  const tabs = [{ value: 'files', label: 'Files', panel: <FilesPanel scope={{ kind: 'visit', visit }} /> }] as const
  return (
    <>
      {gone ? (
        <GonePage kind="visits" name={visit.name} />
      ) : (
        <>
          <PageHeader
            title={visit.name}
            menu={<RecordMenu feature={visitFeature} record={visit} />}
            detail={`${visit.started_at} – ${visit.ended_at} · ${counted(visit.file_count, 'file', 'files')}`}
            trail={[
              <TextLink key="clients" to="/dashboard" hash="/clients">
                Clients
              </TextLink>,
              <TextLink key="client" to="/dashboard/clients/$id" params={{ id: visit.client_id }} hash="/visits">
                {visit.client_name}
              </TextLink>,
              <TextLink key="site" to="/dashboard/sites/$id" params={{ id: visit.site_id }} hash="/visits">
                {visit.site_name}
              </TextLink>,
            ]}
          />
          <HashTabs label={`Parts of ${visit.name}`} tabs={tabs.filter(({ value }) => can(`${value}.view`))} />
        </>
      )}
      <DialogsOutlet
        dialogs={visitFeature.dialogs}
        onDeleted={() => navigate({ to: '/dashboard/sites/$id', params: { id: visit.site_id }, hash: '/visits' })}
      />
    </>
  )
}

export default VisitPage
