import { z } from 'zod'
import { arrangedKinds } from '#schemas/nouns.ts'
import { Revision } from '#schemas/text/fields.ts'
import { savedViewDetails } from '../details/saved-view.ts'
import { endpoint } from '../endpoint.ts'
import { SavedViewId } from '../ids.ts'

const kind = z.enum(arrangedKinds, 'The kind must be one of clients, sites, visits, files, documents.')

/** A list as it was narrowed, sorted and shown, under a name: of one user, or of the whole team. */
export const SavedView = z
  .object({
    id: SavedViewId,
    kind: kind.meta({ description: 'The list that it is a view of.' }),
    ...savedViewDetails.answered,
    gone: z.array(z.string()).meta({
      description: 'Filters whose record is deleted, or that the caller does not see: the list is to be asked without.',
    }),
    may_change: z.boolean().meta({ description: 'Whether the caller may change and delete it.' }),
    revision: Revision,
  })
  .meta({ id: 'SavedView' })
export type SavedView = z.infer<typeof SavedView>

const one = z.object({ id: SavedViewId })
const writing = {
  access: 'signed-in',
  caller: { needsPlan: true, impersonated: 'A view narrows a list and gives nobody a right.' },
} as const
const reading = { access: 'signed-in', caller: { needsPlan: true, byToken: true } } as const
const about =
  'Everybody who may view the kind saves views of their own. Views of the team are saved, changed and deleted by those ' +
  'who may update the kind; only who saved one first takes it back for themselves.'

export const listSavedViews = endpoint('GET /api/saved-views', {
  summary: 'Views of lists that the caller or the team has saved, by name',
  ...reading,
  response: z.array(SavedView),
})

export const showSavedView = endpoint('GET /api/saved-view/{id}', {
  summary: 'One saved view',
  ...reading,
  params: one,
  response: SavedView,
})

export const addSavedView = endpoint('POST /api/saved-view', {
  summary: 'Save a view of a list',
  about,
  ...writing,
  body: z.object({ id: SavedViewId.optional(), kind, ...savedViewDetails.added }),
  response: SavedView,
  status: 201,
})

export const updateSavedView = endpoint('PUT /api/saved-view/{id}', {
  summary: 'Change a saved view',
  about,
  ...writing,
  params: one,
  body: z.object(savedViewDetails.changed),
  response: SavedView,
})

export const deleteSavedView = endpoint('DELETE /api/saved-view/{id}', {
  summary: 'Delete a saved view',
  ...writing,
  params: one,
})
