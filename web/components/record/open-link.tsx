import { Anchor } from '@mantine/core'
import type { Resource } from '#schemas/nouns.ts'
import { viewDocument } from '#schemas/resources/documents.ts'
import { TextLink, TodayLink } from '#web/components/links.tsx'
import { urlOf } from '#web/lib/api.ts'
import { addressAt } from '#web/lib/moment.ts'

type Props = {
  kind: Resource
  id: string
  /** 'Open' by default. */
  words?: string
  /** To the record as it is now, whatever the page shows. */
  today?: boolean
  'aria-describedby'?: string
}

/** A link to a record: its page, its preview, the document in another tab, or the list of its noun. */
export const OpenLink = ({ kind, id, words: children = 'Open', today = false, ...more }: Props) => {
  const Link = today ? TodayLink : TextLink
  const words = { ...more, size: 'sm', underline: 'always', children } as const
  switch (kind) {
    case 'clients':
      return <Link to="/dashboard/clients/$id" params={{ id }} {...words} />
    case 'sites':
      return <Link to="/dashboard/sites/$id" params={{ id }} {...words} />
    case 'visits':
      return <Link to="/dashboard/visits/$id" params={{ id }} {...words} />
    case 'files':
      return <Link to="/dashboard" hash={`/files/file/${id}`} {...words} />
    case 'documents': {
      const href = urlOf(viewDocument, { params: { id } })
      return <Anchor href={today ? addressAt(null, href) : href} target="_blank" rel="noopener" {...words} />
    }
    default:
      return <Link to="/dashboard" hash={`/${kind}`} {...words} />
  }
}
