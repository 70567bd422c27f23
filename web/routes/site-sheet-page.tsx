import { useParams, useRouter } from '@tanstack/react-router'
import { showSite } from '#schemas/resources/sites.ts'
import { TextLink } from '#web/components/links.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { SiteSheet } from '#web/features/sites/site-sheet.tsx'
import { GonePage } from '#web/routes/gone-page.tsx'
import { useRecord } from '#web/routes/use-record.ts'

/** The QR code of a site, to print. */
const SiteSheetPage = () => {
  const { id } = useParams({ from: '/signed-in/dashboard/sites/$id/qr-code' })
  const { record: site, gone } = useRecord(showSite, { id })
  const { buildLocation } = useRouter()
  if (gone) return <GonePage kind="sites" name={site.name} />
  const { href } = buildLocation({ to: '/dashboard/sites/$id', params: { id }, hash: '/files' })
  return (
    <>
      <PageHeader
        title="QR code"
        trail={[
          <TextLink key="site" to="/dashboard/sites/$id" params={{ id }} hash="/files">
            {site.name}
          </TextLink>,
        ]}
      />
      <SiteSheet site={site} address={new URL(href, location.origin).href} />
    </>
  )
}

export default SiteSheetPage
