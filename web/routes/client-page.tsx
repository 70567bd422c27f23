import { useNavigate, useParams } from '@tanstack/react-router'
import { showClient } from '#schemas/resources/clients.ts'
import { counted } from '#schemas/text/counted.ts'
import { RecordFacts } from '#web/components/record/facts.tsx'
import { clientFeature } from '#web/features/clients/client-feature.ts'
import { FilesPanel } from '#web/features/files/files-panel.tsx'
import { SiteCodesButton } from '#web/features/sites/site-codes-button.tsx'
import { SitesPanel } from '#web/features/sites/sites-panel.tsx'
import { VisitsPanel } from '#web/features/visits/visits-panel.tsx'
import { ImportFolderLink } from '#web/routes/import-folder-link.tsx'
import { complianceTab, RecordPage, toClients } from '#web/routes/record-page.tsx'
import { useRecord } from '#web/routes/use-record.ts'

/** One client: its sites, what is required of them, visits and files. */
const ClientPage = () => {
  const { id } = useParams({ from: '/signed-in/dashboard/clients/$id' })
  const { record: client, gone } = useRecord(showClient, { id })
  const navigate = useNavigate()
  const tabs = [
    { value: 'sites', label: 'Sites', panel: <SitesPanel client={client} /> },
    complianceTab({ client: id }),
    { value: 'visits', label: 'Visits', panel: <VisitsPanel client={client} /> },
    { value: 'files', label: 'Files', panel: <FilesPanel scope={{ kind: 'client', client }} /> },
  ] as const
  return (
    <RecordPage
      kind="clients"
      feature={clientFeature}
      record={client}
      gone={gone}
      beside={
        <>
          <SiteCodesButton client={client} />
          <ImportFolderLink search={{ client: id }} />
        </>
      }
      detail={
        <>
          {counted(client.site_count, 'site', 'sites')}
          <RecordFacts of="clients" record={client} />
        </>
      }
      trail={[toClients]}
      tabs={tabs}
      onDeleted={() => navigate({ to: '/dashboard', hash: '/clients' })}
    />
  )
}

export default ClientPage
