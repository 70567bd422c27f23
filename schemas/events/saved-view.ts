import { z } from 'zod'
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
