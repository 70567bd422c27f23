import type { HistoryEntry } from '#schemas/resources/history.ts'
import { type Kind, kinds } from '#web/components/kinds.ts'
import { TextLink } from '#web/components/links.tsx'
import { OpenLink } from '#web/components/record/open-link.tsx'
import { useHolds } from '#web/lib/session.ts'

const isKind = (resource: string): resource is Kind => Object.hasOwn(kinds, resource)

/** A link from an entry to its record; renders nothing for records without a page. */
export const RecordLink = ({ entry: { resource, id, via }, about }: { entry: HistoryEntry; about: string }) => {
  const mayImport = useHolds('import')
  if (via.kind === 'import' && via.id) {
    if (!mayImport) return null
    const words = { 'aria-describedby': about, size: 'sm', underline: 'always', children: 'Open' } as const
    return <TextLink to="/dashboard/imports/$run" params={{ run: via.id }} {...words} />
  }
  return isKind(resource) ? <OpenLink kind={resource} id={id} aria-describedby={about} /> : null
}
