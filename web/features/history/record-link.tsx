import { Anchor } from '@mantine/core'
import type { HistoryEntry } from '#schemas/resources/history.ts'
import { TextLink } from '#web/components/links.tsx'
import { urlOf } from '#web/lib/api.ts'
import { viewDocument } from '#web/lib/calls/documents.ts'
import { useHolds } from '#web/lib/session.ts'

/** A link from an entry to its record; renders nothing for records without a page. */
export const RecordLink = ({ entry: { resource, id, via }, about }: { entry: HistoryEntry; about: string }) => {
  const mayImport = useHolds('import')
  const words = { 'aria-describedby': about, size: 'sm', underline: 'always', children: 'Open' } as const
  if (via.kind === 'import' && via.id) {
    return mayImport ? <TextLink to="/dashboard/imports/$run" params={{ run: via.id }} {...words} /> : null
  }
  switch (resource) {
    case 'clients':
      return <TextLink to="/dashboard/clients/$id" params={{ id }} {...words} />
    case 'sites':
      return <TextLink to="/dashboard/sites/$id" params={{ id }} {...words} />
    case 'visits':
      return <TextLink to="/dashboard/visits/$id" params={{ id }} {...words} />
    case 'categories':
      return <TextLink to="/dashboard" hash="/categories" {...words} />
    case 'files':
      return <TextLink to="/dashboard" hash={`/files/file/${id}`} {...words} />
    case 'documents':
      return <Anchor href={urlOf(viewDocument, { params: { id } })} target="_blank" rel="noopener" {...words} />
    default:
      return null
  }
}
