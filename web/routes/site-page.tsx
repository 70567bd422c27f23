import { useNavigate, useParams } from '@tanstack/react-router'
import { showSite } from '#schemas/resources/sites.ts'
import { HashTabs } from '#web/components/hash-tabs.tsx'
import { ButtonLink, TextLink } from '#web/components/links.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { DialogsOutlet } from '#web/components/record/lazy-dialogs.tsx'
import { RecordMenu } from '#web/components/record/record-menu.tsx'
import { FilesPanel } from '#web/features/files/files-panel.tsx'
import { siteFeature } from '#web/features/sites/site-feature.ts'
import { VisitsPanel } from '#web/features/visits/visits-panel.tsx'
import { counted } from '#web/lib/counted.ts'
import { useCan } from '#web/lib/session.ts'
import { useNoteOpened } from '#web/lib/use-opened.ts'
import { GonePage } from '#web/routes/gone-page.tsx'
import { useRecord } from '#web/routes/use-record.ts'

/** One site: its visits and files. */
const SitePage = () => {
  const { id } = useParams({ from: '/signed-in/dashboard/sites/$id' })
  const { record: site, gone } = useRecord(showSite, { id })
  useNoteOpened('sites', id)
  const can = useCan()
  const navigate = useNavigate()
  const tabs = [
    { value: 'visits', label: 'Visits', panel: <VisitsPanel site={site} /> },
    { value: 'files', label: 'Files', panel: <FilesPanel scope={{ kind: 'site', site }} /> },
  ] as const
  const facts = [
    site.postcode,
    counted(site.visit_count, 'visit', 'visits'),
    counted(site.file_count, 'file', 'files'),
  ].filter(Boolean)
  return (
    <>
      {gone ? (
        <GonePage kind="sites" name={site.name} />
      ) : (
        <>
          <PageHeader
            title={site.name}
            menu={
              <>
                <RecordMenu feature={siteFeature} record={site} />
                {can('files.view') && (
                  <ButtonLink
                    to="/dashboard/sites/$id/qr-code"
                    params={{ id }}
                    variant="subtle"
                    size="xs"
                    px="xs"
                    h={32}
                  >
                    QR code
                  </ButtonLink>
                )}
              </>
            }
            detail={facts.join(' · ')}
            trail={[
              <TextLink key="clients" to="/dashboard" hash="/clients">
                Clients
              </TextLink>,
              <TextLink key="client" to="/dashboard/clients/$id" params={{ id: site.client_id }} hash="/sites">
                {site.client_name}
              </TextLink>,
            ]}
          />
          <HashTabs label={`Parts of ${site.name}`} tabs={tabs.filter(({ value }) => can(`${value}.view`))} />
        </>
      )}
      <DialogsOutlet
        dialogs={siteFeature.dialogs}
        onDeleted={() => navigate({ to: '/dashboard/clients/$id', params: { id: site.client_id }, hash: '/sites' })}
      />
    </>
  )
}

export default SitePage
