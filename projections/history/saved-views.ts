import type { SavedViewEvent } from '#schemas/events/saved-view.ts'
import type { SavedViewId, TeamId } from '#schemas/ids.ts'
import type { Description, DescriptionsOf, Lookup } from './description.ts'
import { text } from './fields.ts'
import { describeNoun } from './noun.ts'
import { type Sentence, sentence } from './sentence.ts'

const resource = 'saved-views'

const view = describeNoun({
  resource,
  id: 'viewId',
  one: 'saved view',
  several: 'saved views',
  events: ['TeamViewSaved'],
  fields: {
    name: text('name'),
    filters: { label: 'filters', show: (filters) => Object.keys(filters).join(', ') || null },
    sort: text('order'),
    look: text('look'),
    columns: { label: 'columns', show: (columns) => columns.join(', ') },
    userId: null,
    kind: null,
  },
})

const isOfTeam = (lookup: Lookup, id: SavedViewId): boolean => lookup.record(resource, id)?.attributes.shared === true

/** Describes that a team has a view no longer; nobody is told of the views that people have for themselves. */
const withdrawn = (
  data: { viewId: SavedViewId; teamId: TeamId },
  lookup: Lookup,
  words: (subject: Sentence) => Sentence,
): Description => {
  const description = view.mention(data, lookup, words)
  return isOfTeam(lookup, data.viewId)
    ? { ...description, snapshot: { attributes: { shared: false } } }
    : { ...description, summary: null }
}

export const savedViewDescriptions: DescriptionsOf<SavedViewEvent> = {
  TeamViewSaved: (event, lookup) => {
    const { viewId, name, kind } = event.data
    const had = isOfTeam(lookup, viewId)
    const description = had ? view.changed(event, lookup) : view.added(event, lookup)
    const attributes = { ...description.snapshot.attributes, shared: true }
    return {
      ...description,
      ...(had ? {} : { summary: sentence`Saved the view ${name} of ${kind} for the team` }),
      snapshot: { ...description.snapshot, attributes },
    }
  },
  OwnViewSaved: ({ data: { viewId, teamId } }, lookup) =>
    withdrawn({ viewId, teamId }, lookup, (subject) => sentence`Withdrew ${subject} from the team`),
  SavedViewDeleted: ({ data }, lookup) => withdrawn(data, lookup, (subject) => sentence`Deleted ${subject}`),
}
