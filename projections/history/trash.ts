import { counted } from '#schemas/counted.ts'
import type { TeamId } from '#schemas/ids.ts'
import type { HistoryResource } from '#schemas/resources/history.ts'
import { type Contents, type Known, type Line, nameless } from './line.ts'
import { count, listed, told, whole } from './told.ts'

type Holder = 'clients' | 'sites' | 'visits'

/** How a noun is called in a sentence. */
const words = {
  clients: ['client', 'clients'],
  sites: ['site', 'sites'],
  visits: ['visit', 'visits'],
  files: ['file', 'files'],
  documents: ['document', 'documents'],
} as const satisfies Partial<Record<HistoryResource, readonly [string, string]>>

const isHolder = (resource: keyof typeof words): resource is Holder => resource !== 'files' && resource !== 'documents'

/** " with 3 sites, 5 visits and 20 files", or nothing. */
const withContents = ({ sites, visits, files }: Contents): string => {
  const parts = [
    ...(sites > 0 ? [counted(sites, 'site')] : []),
    ...(visits > 0 ? [counted(visits, 'visit')] : []),
    ...(files > 0 ? [counted(files, 'file')] : []),
  ]
  return parts.length === 0 ? '' : ` with ${listed(parts)}`
}

const fates = {
  deleted: { verb: 'Deleted', after: '' },
  restored: { verb: 'Restored', after: ' from the trash' },
  purged: { verb: 'Removed', after: ' from the trash for ever' },
} as const

/** How it reads that a record, with what is below it, goes into the trash, comes back, or is gone for good (D-10). */
export const fateOf = (
  fate: keyof typeof fates,
  resource: keyof typeof words,
  { id, teamId }: { id: string; teamId: TeamId },
  known: Known,
): Line => {
  const { verb, after } = fates[fate]
  const [one, several] = words[resource]
  const name = known.record(resource, id)?.name ?? nameless
  // A visit lets go of its files; they stay on the site.
  const contents = isHolder(resource) && resource !== 'visits' ? withContents(known.contents(resource, id)) : ''
  return {
    resource,
    id,
    teamId,
    summary: told`${verb} the ${one} ${name}${resource === 'clients' ? whole(contents) : contents}${after}`,
    several: told`${verb} ${count} ${several}${after}`,
    fate,
  }
}
