import { useNavigate, useParams } from '@tanstack/react-router'
import { showSite } from '#schemas/resources/sites.ts'
import { ButtonLink, TextLink } from '#web/components/links.tsx'
import { FilesPanel } from '#web/features/files/files-panel.tsx'
import { SiteFacts } from '#web/features/sites/site-facts.tsx'
import { siteFeature } from '#web/features/sites/site-feature.ts'
import { VisitsPanel } from '#web/features/visits/visits-panel.tsx'
import { useCan } from '#web/lib/session.ts'
import { ImportFolderLink } from '#web/routes/import-folder-link.tsx'
import { complianceTab, RecordPage, toClients } from '#web/routes/record-page.tsx'
import { useRecord } from '#web/routes/use-record.ts'

/** One site: its visits, its files and what is required of it. */
const SitePage = () => {
  const { id } = useParams({ from: '/signed-in/dashboard/sites/$id' })
  const { record: site, gone } = useRecord(showSite, { id })
  const can = useCan()
  const navigate = useNavigate()
  const tabs = [
    { value: 'visits', label: 'Visits', panel: <VisitsPanel site={site} /> },
    { value: 'files', label: 'Files', panel: <FilesPanel scope={{ kind: 'site', site }} /> },
    complianceTab({ site: id }),
  ] as const
  return (
    <RecordPage
      kind="sites"
      feature={siteFeature}
      record={site}
      gone={gone}
      beside={
        <>
          {can('files.view') && (
            <ButtonLink to="/dashboard/sites/$id/qr-code" params={{ id }} variant="subtle" size="xs" px="xs" h={32}>
              QR code
            </ButtonLink>
          )}
          <ImportFolderLink search={{ site: id }} />
        </>
      }
      detail={<SiteFacts site={site} />}
      trail={[
        toClients,
        <TextLink key="client" to="/dashboard/clients/$id" params={{ id: site.client_id }} hash="/sites">
          {site.client_name}
        </TextLink>,
      ]}
      tabs={tabs}
      onDeleted={() => navigate({ to: '/dashboard/clients/$id', params: { id: site.client_id }, hash: '/sites' })}
    />
  )
}

export default SitePage
