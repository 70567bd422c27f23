import { nouns, resources } from '#schemas/nouns.ts'
import { counted } from '#schemas/text/counted.ts'
import type { Contents, Description, Lookup } from './description.ts'
import { count, listed, type Segment, type Sentence, sentence, whole } from './sentence.ts'

type About = Pick<Description, 'resource' | 'id' | 'teamId'> & { subject: Sentence; several: string }

/** " with 3 sites, 5 visits and 20 files", or nothing. */
const withContents = (contents: Contents): string => {
  const parts = resources.flatMap((noun) => {
    const many = contents[noun] ?? 0
    return many > 0 ? [counted(many, nouns[noun].one, noun)] : []
  })
  return parts.length === 0 ? '' : ` with ${listed(parts)}`
}

/** The records that are deleted with a record. A deleted visit releases its files: they stay on the site. */
const contentsOf = ({ resource, id }: About, lookup: Lookup): Segment => {
  if (resource === 'clients') return whole(withContents(lookup.contents(resource, id)))
  return resource === 'sites' ? withContents(lookup.contents(resource, id)) : ''
}

const words = {
  deleted: { verb: 'Deleted', after: '' },
  restored: { verb: 'Restored', after: ' from the trash' },
  purged: { verb: 'Removed', after: ' from the trash for ever' },
} as const

/** Describes that a record is deleted, restored or purged, with everything below it (D-10). */
export const lifecycleOf = <Data>(aboutOf: (data: Data, lookup: Lookup) => About) => {
  const describeAs =
    (lifecycle: keyof typeof words) =>
    ({ data }: { data: Data }, lookup: Lookup) => {
      const about = aboutOf(data, lookup)
      const { resource, id, teamId, subject, several } = about
      const { verb, after } = words[lifecycle]
      return {
        resource,
        id,
        teamId,
        lifecycle,
        summary: sentence`${verb} ${subject}${contentsOf(about, lookup)}${after}`,
        several: sentence`${verb} ${count} ${several}${after}`,
      } satisfies Description
    }
  return { deleted: describeAs('deleted'), restored: describeAs('restored'), purged: describeAs('purged') }
}
