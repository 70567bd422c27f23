import { Anchor } from '@mantine/core'
import type { Resource } from '#schemas/nouns.ts'
import { viewDocument } from '#schemas/resources/documents.ts'
import { TextLink } from '#web/components/links.tsx'
import { urlOf } from '#web/lib/api.ts'

type Props = { kind: Resource; id: string /** 'Open' by default. */; words?: string; 'aria-describedby'?: string }

/** A link to a record: its page, its preview, the document in another tab, or the list of its noun. */
export const OpenLink = ({ kind, id, words: children = 'Open', ...more }: Props) => {
  const words = { ...more, size: 'sm', underline: 'always', children } as const
  switch (kind) {
    case 'clients':
      return <TextLink to="/dashboard/clients/$id" params={{ id }} {...words} />
    case 'sites':
      return <TextLink to="/dashboard/sites/$id" params={{ id }} {...words} />
    case 'visits':
      return <TextLink to="/dashboard/visits/$id" params={{ id }} {...words} />
    case 'files':
      return <TextLink to="/dashboard" hash={`/files/file/${id}`} {...words} />
    case 'documents':
      return <Anchor href={urlOf(viewDocument, { params: { id } })} target="_blank" rel="noopener" {...words} />
    default:
      return <TextLink to="/dashboard" hash={`/${kind}`} {...words} />
  }
}
