import { isResource } from '#schemas/nouns.ts'
import type { HistoryEntry } from '#schemas/resources/history.ts'
import { TextLink } from '#web/components/links.tsx'
import { OpenLink } from '#web/components/record/open-link.tsx'
import { useHolds } from '#web/lib/session.ts'

type Props = {
  entry: Pick<HistoryEntry, 'resource' | 'id' | 'via'>
  /** The id of the text that says what the link 'Open' is about. */
  about?: string
  /** The label of the link instead of 'Open'; shown as text for records without a page. */
  words?: string
}

/** A link from an entry to its record; without words it renders nothing for records without a page. */
export const RecordLink = ({ entry: { resource, id, via }, about, words }: Props) => {
  const mayImport = useHolds('import')
  const described = about === undefined ? {} : { 'aria-describedby': about }
  if (via.kind === 'import' && via.id) {
    if (!mayImport) return words
    const link = { ...described, size: 'sm', underline: 'always', children: words ?? 'Open' } as const
    return <TextLink to="/dashboard/imports/$run" params={{ run: via.id }} {...link} />
  }
  if (!isResource(resource)) return words
  return <OpenLink kind={resource} id={id} {...described} {...(words === undefined ? {} : { words })} />
}
