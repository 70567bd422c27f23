import { Link } from '@tanstack/react-router'
import type { ReactNode, Ref } from 'react'
import { viewDocument } from '#schemas/resources/documents.ts'
import type { ShownHit } from '#web/features/search/hits.ts'
import { urlOf } from '#web/lib/api.ts'

type Props = {
  hit: ShownHit
  id: string
  selected: boolean
  className: string | undefined
  ref: Ref<HTMLAnchorElement> | undefined
  onClick: () => void
  onPointerMove: () => void
  children: ReactNode
}

/** A link to a hit; an option of the listbox, so that Tab stays in the field. */
export const HitLink = ({ hit: { resource, id: record, site }, selected, ...rest }: Props) => {
  const option = { ...rest, role: 'option', 'aria-selected': selected, tabIndex: -1 } as const
  switch (resource) {
    case 'clients':
      return <Link to="/dashboard/clients/$id" params={{ id: record }} {...option} />
    case 'sites':
      return <Link to="/dashboard/sites/$id" params={{ id: record }} {...option} />
    case 'visits':
      return <Link to="/dashboard/visits/$id" params={{ id: record }} {...option} />
    case 'files':
      return (
        <Link to="/dashboard/sites/$id" params={{ id: site?.id ?? '' }} hash={`/files/file/${record}`} {...option} />
      )
    case 'documents':
      return (
        <a href={urlOf(viewDocument, { params: { id: record } })} target="_blank" rel="noopener" {...option}>
          {rest.children}
        </a>
      )
    case 'categories':
      return <Link to="/dashboard" hash="/categories" {...option} />
  }
}
