import { type VisitDetails, visitDetails } from '#schemas/details/visit.ts'
import type { VisitEvent } from '#schemas/events/visit.ts'
import type { ClientId, SiteId, TeamId, TrashId, VisitId } from '#schemas/ids.ts'
import { changedDetails, type Decider, decideBy, evolveBy, withDetails } from './decider.ts'
import { RuleBroken } from './rule.ts'

/** A deleted visit keeps what it needs to be restored and the site of its files (D-10). */
export type Visit =
  | { status: 'none' }
  | ({
      status: 'active' | 'deleted' | 'purged'
      visitId: VisitId
      teamId: TeamId
      siteId: SiteId
      /** The trash entry of the newest deletion. */
      trashId: TrashId | null
    } & VisitDetails)
type Known = Exclude<Visit, { status: 'none' }>

type Named = { visitId: VisitId; teamId: TeamId }
type Ancestry = { siteId: SiteId; clientId: ClientId }

export type VisitCommand =
  | ({ type: 'AddVisit' } & Named & Ancestry & VisitDetails)
  | ({ type: 'ChangeVisit' } & Named & Ancestry & Partial<VisitDetails>)
  | ({ type: 'DeleteVisit' | 'RestoreVisit' | 'PurgeVisit'; trashId: TrashId } & Named)
type CommandOnTrash = Extract<VisitCommand, { trashId: TrashId }>

const initialState: Visit = { status: 'none' }

const evolveKnown = evolveBy<Known, Exclude<VisitEvent, { type: 'VisitAdded' }>>({
  VisitUpdated: (visit, data) => withDetails(visit, data),
  VisitMoved: (visit, data) => ({ ...visit, siteId: data.siteId }),
  VisitDeleted: (visit, data) => ({ ...visit, status: 'deleted', trashId: data.trashId }),
  VisitRestored: (visit) => ({ ...visit, status: 'active' }),
  VisitPurged: (visit) => ({ ...visit, status: 'purged' }),
})

const evolve = (visit: Visit, event: VisitEvent): Visit => {
  if (event.type !== 'VisitAdded') return visit.status === 'none' ? visit : evolveKnown(visit, event)
  const { clientId: _, ...data } = event.data
  return { status: 'active', trashId: null, ...data }
}

/** A visit may end on the day it starts, but not before (D-51). */
const checkDates = ({ started_at, ended_at }: VisitDetails) => {
  if (ended_at < started_at) throw new RuleBroken('visit-ends-before-start')
}

/** A visit of another team counts as not found. */
const activeOf = (visit: Visit, teamId: TeamId): Known => {
  if (visit.status !== 'active' || visit.teamId !== teamId) throw new RuleBroken('visit-not-found')
  return visit
}

const restoreOrPurge = (visit: Visit, { type, ...data }: CommandOnTrash): VisitEvent[] => {
  const inTrash = visit.status === 'deleted' && visit.teamId === data.teamId && visit.trashId === data.trashId
  if (!inTrash) throw new RuleBroken('trash-not-found')
  return [{ type: type === 'RestoreVisit' ? 'VisitRestored' : 'VisitPurged', data }]
}

const decide = decideBy<Visit, VisitCommand, VisitEvent>({
  AddVisit: (visit, { type: _, ...data }) => {
    if (visit.status !== 'none') throw new RuleBroken('id-taken')
    checkDates(data)
    return [{ type: 'VisitAdded', data }]
  },
  ChangeVisit: (state, command) => {
    const { visitId, teamId, siteId, clientId } = command
    const visit = activeOf(state, teamId)
    const details = changedDetails<VisitDetails>(visitDetails, visit, command)
    checkDates(details ?? visit)
    const events: VisitEvent[] = []
    if (details) events.push({ type: 'VisitUpdated', data: { visitId, teamId, ...details } })
    if (visit.siteId !== siteId) events.push({ type: 'VisitMoved', data: { visitId, teamId, siteId, clientId } })
    return events
  },
  DeleteVisit: (visit, { type: _, ...data }) => {
    activeOf(visit, data.teamId)
    return [{ type: 'VisitDeleted', data }]
  },
  RestoreVisit: restoreOrPurge,
  PurgeVisit: restoreOrPurge,
})

export const visitDecider: Decider<Visit, VisitCommand, VisitEvent> = { initialState, evolve, decide }
