import { useId } from 'react'
import type { Client } from '#schemas/resources/clients.ts'
import { ButtonLink, TextLink } from '#web/components/links.tsx'
import { RecordCard } from '#web/components/record-card.tsx'
import { initials, Thumbnail } from '#web/components/thumbnail.tsx'
import { ClientMenu } from '#web/features/clients/client-menu.tsx'
import { counted } from '#web/lib/counted.ts'
import { useCan } from '#web/lib/session.ts'

/** A client: thumbnail, name, and the way to its sites (CLNT-10 to CLNT-17). */
export const ClientCard = ({ client }: { client: Client }) => {
  const can = useCan()
  const heading = useId()
  const sites = { to: '/dashboard/clients/$id', params: { id: client.id }, hash: '/sites' } as const
  const label = client.site_count === 0 && can('sites.create') ? 'Add Sites' : 'View Sites'
  return (
    <RecordCard
      headingId={heading}
      name={client.name}
      menu={<ClientMenu client={client} />}
      thumbnail={
        <TextLink {...sites} tabIndex={-1} aria-hidden underline="never">
          <Thumbnail src={client.thumbnail_url} icon="building" letters={initials(client.name)} />
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
