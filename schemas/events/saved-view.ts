import { z } from 'zod'
import { listLooks, lookKinds } from '#schemas/calls/sort-columns.ts'
import { arrangedKinds } from '#schemas/nouns.ts'
import { savedViewDetails } from '../details/saved-view.ts'
import { type EventOf, personalText } from '../event.ts'
import { SavedViewId, TeamId, UserId } from '../ids.ts'

const { shared: _, name, filters, ...others } = savedViewDetails.recorded

/** `userId` is who saved the view first, whose own it is or was. */
const view = { viewId: SavedViewId, teamId: TeamId, userId: UserId, kind: z.enum(arrangedKinds), ...others }

export const savedViewEvents = {
  /** The view is as this from now on, and its user's alone: what they call it and look for is sealed. */
  OwnViewSaved: z.object({
    ...view,
    name: personalText,
    filters: filters.nullable(),
    /** Only where the team had it until now. */
    takenFromTeam: z.literal(true).optional(),
  }),
  /** The view is as this from now on, and everybody's in the team. */
  TeamViewSaved: z.object({ ...view, name, filters }),
  /** `ownerId` is whose alone it was; null where the team had it, and in events from before it was recorded. */
  SavedViewDeleted: z.object({ viewId: SavedViewId, teamId: TeamId, ownerId: UserId.nullable().default(null) }),
}
export type SavedViewEvent = EventOf<typeof savedViewEvents>

export const listLookEvents = {
  /** The user sees the lists of this kind, or the overview, so from now on, wherever they sign in. */
  ListLookChosen: z.object({
    userId: UserId,
    kind: z.enum(lookKinds),
    look: z.enum(listLooks),
    hidden: z.array(z.string()),
    widths: z.record(z.string(), z.number()),
  }),
}
export type ListLookEvent = EventOf<typeof listLookEvents>
