import type { ContentReadEvent } from '#schemas/events/content-read.ts'
import { counted } from '#schemas/text/counted.ts'
import { type DescriptionsOf, nameless } from './description.ts'
import { sentence } from './sentence.ts'

/** What was opened is told to those alone who ask for it. */
export const readDescriptions: DescriptionsOf<ContentReadEvent> = {
  ContentRead: ({ data: { teamId, subject, version, files } }, lookup) => {
    const { kind, id } = subject
    const about = { resource: 'reads', id, teamId } as const
    if (kind === 'teams') return { ...about, summary: sentence`Downloaded ${counted(files, 'file', 'files')} at once` }
    const name = lookup.record(kind, id)?.name || nameless
    const what = version === null ? sentence`${name}` : sentence`version ${String(version)} of ${name}`
    return { ...about, summary: sentence`Opened ${what}`, also: [{ resource: kind, id }] }
  },
}
