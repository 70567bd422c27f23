import { useId } from 'react'
import type { Site } from '#schemas/resources/sites.ts'
import { ButtonLink, TextLink } from '#web/components/links.tsx'
import { RecordMenu } from '#web/components/record/record-menu.tsx'
import { RecordCard } from '#web/components/record-card.tsx'
import { Thumbnail } from '#web/components/thumbnail.tsx'
import { siteFeature } from '#web/features/sites/site-feature.ts'
import { counted } from '#web/lib/counted.ts'
import { useCan } from '#web/lib/session.ts'

/** A site: thumbnail, name, its counts or its client, and links to its visits and documents. */
export const SiteCard = ({ site, ofClient }: { site: Site; ofClient: boolean }) => {
  const can = useCan()
  const heading = useId()
  const page = { to: '/dashboard/sites/$id', params: { id: site.id } } as const
  const visits = site.visit_count === 0 && can('visits.create') ? 'Add Visits' : 'View Visits'
  const docs = site.file_count === 0 && can('files.create') ? 'Add Docs' : 'View Docs'
  const counts = `${counted(site.visit_count, 'visit', 'visits')} · ${counted(site.file_count, 'file', 'files')}`
  return (
    <RecordCard
      headingId={heading}
      name={site.name}
      menu={<RecordMenu feature={siteFeature} record={site} />}
      thumbnail={
        <TextLink {...page} hash="/visits" aria-label={site.name}>
          <Thumbnail src={site.thumbnail_url} icon="pin" />
        </TextLink>
      }
      detail={ofClient ? counts : site.client_name}
      actions={
        <>
          {can('visits.view') && (
            <ButtonLink {...page} hash="/visits" variant="default" size="xs" aria-describedby={heading}>
              {visits}
            </ButtonLink>
          )}
          {can('files.view') && (
            <ButtonLink {...page} hash="/files" variant="default" size="xs" aria-describedby={heading}>
              {docs}
            </ButtonLink>
          )}
        </>
      }
    />
  )
}
