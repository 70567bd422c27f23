import type { PackEvent } from '#schemas/events/pack.ts'
import type { PackId, TeamId } from '#schemas/ids.ts'
import { type PackPlace, packNouns } from '#schemas/records/pack.ts'
import { counted } from '#schemas/text/counted.ts'
import { type Description, type DescriptionsOf, type Lookup, nameless } from './description.ts'
import { person, type Sentence, sentence } from './sentence.ts'

/** Describes what became of a pack; `tell` is given what it is of, and the reason why it was ordered follows. */
const mention = (
  { packId, teamId, within }: { packId: PackId; teamId: TeamId; within?: PackPlace },
  lookup: Lookup,
  tell: (pack: Sentence) => Sentence,
): Description => {
  const place = within ?? (lookup.record('packs', packId)?.attributes.within as PackPlace | undefined)
  const resource = place && packNouns[place.kind]
  const name = (resource && lookup.record(resource, place.id)?.name) || nameless
  return {
    resource: 'packs',
    id: packId,
    teamId,
    summary: sentence`${tell(sentence`the evidence pack of ${name}`)}, because: ${person(packId)}`,
    also: resource ? [{ resource, id: place.id }] : [],
  }
}

export const packDescriptions: DescriptionsOf<PackEvent> = {
  // What somebody typed is stored and erased as a name of theirs is.
  PackOrdered: ({ data }, lookup) => ({
    ...mention(data, lookup, (pack) => sentence`Ordered ${pack}`),
    snapshot: { name: '', attributes: { within: data.within } },
    names: [{ id: data.packId, name: data.reason, of: data.userId }],
  }),
  PackReady: ({ data }, lookup) => {
    const { files, differing, sha256 } = data
    const lacking = differing === 0 ? '' : `, of which ${differing.toLocaleString('en-GB')} are gone or differ`
    const words = `${counted(files, 'file')}${lacking}, SHA-256 ${sha256}`
    return mention(data, lookup, (pack) => sentence`Made ${pack} of ${words}`)
  },
  PackFailed: ({ data }, lookup) => mention(data, lookup, (pack) => sentence`Could not make ${pack}`),
  PackDownloaded: ({ data }, lookup) => mention(data, lookup, (pack) => sentence`Downloaded ${pack}`),
  PackEnded: ({ data }, lookup) => ({
    ...mention(data, lookup, (pack) => sentence`Deleted ${pack}`),
    // When it ends by itself is known from the beginning.
    ...(data.because === 'expired' ? { summary: null } : {}),
  }),
}
