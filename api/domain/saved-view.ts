import { type SavedViewDetails, savedViewDetails } from '#schemas/details/saved-view.ts'
import type { SavedViewEvent } from '#schemas/events/saved-view.ts'
import type { SavedViewId, TeamId, UserId } from '#schemas/ids.ts'
import type { ArrangedKind } from '#schemas/nouns.ts'
import { changedDetails, type Decider, decideBy, evolveBy } from './decider.ts'
import { RuleBroken } from './rule.ts'

type Owner = { viewId: SavedViewId; teamId: TeamId; userId: UserId; kind: ArrangedKind }
/** The name and the filters of a user's own view are null once the user is erased. */
type Kept = Omit<SavedViewDetails, 'name' | 'filters'> & {
  name: string | null
  filters: SavedViewDetails['filters'] | null
}

export type SavedView = { status: 'none' } | ({ status: 'saved' | 'deleted' } & Owner & Kept)

/** Who changes a view, and the kinds of which they may change views of the team. */
type Changer = { teamId: TeamId; userId: UserId; teamKinds: readonly ArrangedKind[] }

export type SavedViewCommand =
  | ({ type: 'SaveView'; teamKinds: Changer['teamKinds'] } & Owner & SavedViewDetails)
  | ({ type: 'ChangeView' } & Changer & Partial<SavedViewDetails>)
  | ({ type: 'DeleteView' } & Changer)

const initialState: SavedView = { status: 'none' }

const evolve = evolveBy<SavedView, SavedViewEvent>({
  OwnViewSaved: (_state, data) => ({ status: 'saved', ...data, shared: false }),
  TeamViewSaved: (_state, data) => ({ status: 'saved', ...data, shared: true }),
  SavedViewDeleted: (view) => (view.status === 'none' ? view : { ...view, status: 'deleted' }),
})

const saved = (
  { viewId, teamId, userId, kind }: Owner,
  { shared, ...details }: SavedViewDetails,
  isTaken = false,
): SavedViewEvent => ({
  type: shared ? 'TeamViewSaved' : 'OwnViewSaved',
  data: { viewId, teamId, userId, kind, ...details, ...(isTaken ? { takenFromTeam: true } : {}) },
})

/** The view that somebody wants to change: for anybody who does not have it, it does not exist. */
const changeable = (view: SavedView, { teamId, userId, teamKinds }: Changer) => {
  const has = view.status === 'saved' && view.teamId === teamId && (view.shared || view.userId === userId)
  if (!has) throw new RuleBroken('saved-view-not-found')
  if (view.shared && !teamKinds.includes(view.kind)) throw new RuleBroken('saved-view-of-team')
  return view
}

const decide = decideBy<SavedView, SavedViewCommand, SavedViewEvent>({
  SaveView: (view, command) => {
    if (view.status !== 'none') throw new RuleBroken('id-taken')
    if (command.shared && !command.teamKinds.includes(command.kind)) throw new RuleBroken('saved-view-of-team')
    return [saved(command, savedViewDetails.of(command))]
  },
  ChangeView: (view, command) => {
    const before = changeable(view, command)
    const { name, filters } = before
    if (name === null || filters === null) throw new RuleBroken('saved-view-not-found')
    const present: SavedViewDetails = savedViewDetails.of({ ...before, name, filters })
    // Filters are in the order of their names.
    const next = changedDetails<SavedViewDetails>(savedViewDetails, present, command)
    if (!next) return []
    const isGiven = next.shared && !before.shared
    const isTaken = before.shared && !next.shared
    if (isGiven && !command.teamKinds.includes(before.kind)) throw new RuleBroken('saved-view-of-team')
    if (isTaken && before.userId !== command.userId) throw new RuleBroken('saved-view-of-team')
    return [saved(before, next, isTaken)]
  },
  DeleteView: (view, command) => {
    const { viewId, teamId, userId, shared } = changeable(view, command)
    return [{ type: 'SavedViewDeleted', data: { viewId, teamId, ownerId: shared ? null : userId } }]
  },
})

/** A list under a name, narrowed, sorted and shown as somebody wants it, for themselves or for their team. */
export const savedViewDecider: Decider<SavedView, SavedViewCommand, SavedViewEvent> = { initialState, evolve, decide }
