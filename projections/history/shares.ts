import type { Shared, ShareEvent } from '#schemas/events/share.ts'
import type { ShareId, TeamId } from '#schemas/ids.ts'
import { type Description, type DescriptionsOf, type Lookup, nameless } from './description.ts'
import { dayOfInstant, type Field } from './fields.ts'
import { changesOf } from './noun.ts'
import { type Sentence, sentence } from './sentence.ts'

const resourceOf = {
  file: 'files',
  visit: 'visits',
  site: 'sites',
  'client-compliance': 'clients',
  'site-compliance': 'sites',
} as const

/** What a link is for, by the name of its record. */
const words: Readonly<Record<Shared['kind'], (name: string) => Sentence>> = {
  file: (name) => sentence`the file ${name}`,
  visit: (name) => sentence`the visit ${name}`,
  site: (name) => sentence`the site ${name}`,
  'client-compliance': (name) => sentence`the compliance of the client ${name}`,
  'site-compliance': (name) => sentence`the compliance of the site ${name}`,
}

const nameOf = ({ kind, id }: Shared, lookup: Lookup): string => lookup.record(resourceOf[kind], id)?.name || nameless

const recordOf = ({ kind, id }: Shared) => ({ resource: resourceOf[kind], id })

const openings: Field<number> = { label: 'limit of openings', as: 'limit_of_openings', show: String }
/** That there is one, which is all that anybody learns of it. */
const password: Field<string> = { label: 'password', as: 'password', show: () => 'set' }

export const shareFields = {
  expiresAt: dayOfInstant('end', 'ends_at'),
  maxOpenings: openings,
  passwordHash: password,
}

/** Describes what became of a link; `tell` is given what it is for. */
const mention = (
  { shareId, teamId }: { shareId: ShareId; teamId: TeamId },
  lookup: Lookup,
  tell: (record: Sentence) => Sentence,
): Description & { also: NonNullable<Description['also']> } => {
  const shared = lookup.record('shares', shareId)?.attributes.shared as Shared | undefined
  const record = shared ? words[shared.kind](nameOf(shared, lookup)) : sentence`a record ${nameless}`
  return {
    resource: 'shares',
    id: shareId,
    teamId,
    summary: tell(record),
    also: shared ? [recordOf(shared)] : [],
  }
}

/** Each link has a snapshot with the place of its record, so that only who sees that sees the link (D-57). */
export const shareDescriptions: DescriptionsOf<ShareEvent> = {
  ShareCreated: ({ data }, lookup) => {
    const { shareId, teamId, shared, clientId, siteId, visitId } = data
    const name = nameOf(shared, lookup)
    return {
      resource: 'shares',
      id: shareId,
      teamId,
      also: [recordOf(shared)],
      summary: sentence`Made a share link for ${words[shared.kind](name)}`,
      changes: changesOf(shareFields, data, lookup),
      snapshot: { name, clientId, siteId, visitId, attributes: { shared } },
    }
  },
  ShareOpened: ({ data }, lookup) => mention(data, lookup, (record) => sentence`Opened the share link of ${record}`),
  SharedFilesDownloaded: ({ data }, lookup) => {
    const files = data.fileIds.map((id) => ({ kind: 'file', id }) as const)
    const [first] = files
    const what = first && files.length === 1 ? sentence`the file ${nameOf(first, lookup)}` : `${files.length} files`
    const description = mention(data, lookup, (record) => sentence`Downloaded ${what} via the share link of ${record}`)
    return { ...description, also: [...description.also, ...files.map(recordOf)] }
  },
  ShareRevoked: ({ data }, lookup) => mention(data, lookup, (record) => sentence`Revoked the share link of ${record}`),
}
