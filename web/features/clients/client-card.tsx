import { useId } from 'react'
import type { Client } from '#schemas/resources/clients.ts'
import { ButtonLink, TextLink } from '#web/components/links.tsx'
import { RecordMenu } from '#web/components/record/record-menu.tsx'
import { RecordCard } from '#web/components/record-card.tsx'
import { initials, Thumbnail } from '#web/components/thumbnail.tsx'
import { clientFeature } from '#web/features/clients/client-feature.ts'
import { counted } from '#web/lib/counted.ts'
import { useCan } from '#web/lib/session.ts'

/** A client: thumbnail, name, and links to its sites. */
export const ClientCard = ({ client }: { client: Client }) => {
  const can = useCan()
  const heading = useId()
  const sites = { to: '/dashboard/clients/$id', params: { id: client.id }, hash: '/sites' } as const
  const label = client.site_count === 0 && can('sites.create') ? 'Add Sites' : 'View Sites'
  return (
    <RecordCard
      headingId={heading}
      name={client.name}
      menu={<RecordMenu feature={clientFeature} record={client} />}
      thumbnail={
        <TextLink {...sites} tabIndex={-1} aria-hidden underline="never">
          <Thumbnail src={client.thumbnail_url} icon="building" initials={initials(client.name)} />
        </TextLink>
      }
      detail={counted(client.site_count, 'site', 'sites')}
      actions={
        can('sites.view') && (
          <ButtonLink {...sites} variant="default" size="xs" fullWidth aria-describedby={heading}>
            {label}
          </ButtonLink>
        )
      }
    />
  )
}
