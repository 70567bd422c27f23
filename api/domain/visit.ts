import type { CalendarDate } from '#schemas/calendar-date.ts'
import type { VisitEvent } from '#schemas/events/visit.ts'
import type { ClientId, SiteId, TeamId, TrashId, VisitId } from '#schemas/ids.ts'
import type { Decider } from './decider.ts'
import { RuleBroken } from './rule.ts'

type Details = { name: string; startedOn: CalendarDate; endedOn: CalendarDate }

/** A deleted visit keeps what it needs to be restored, and still says on which site its files lie (D-10). */
export type Visit =
  | { status: 'none' }
  | ({
      status: 'planned' | 'deleted' | 'purged'
      visitId: VisitId
      teamId: TeamId
      siteId: SiteId
      /** The newest deletion's. */
      trashId: TrashId | null
    } & Details)
type Known = Exclude<Visit, { status: 'none' }>

type Named = { visitId: VisitId; teamId: TeamId }
type Place = { siteId: SiteId; clientId: ClientId }

export type VisitCommand =
  | ({ type: 'AddVisit' } & Named & Place & Details)
  | ({ type: 'ChangeVisit' } & Named & Place & Details)
  | ({ type: 'DeleteVisit' | 'RestoreVisit' | 'PurgeVisit'; trashId: TrashId } & Named)
type CommandNamed<Type extends VisitCommand['type']> = Extract<VisitCommand, { type: Type }>
type CommandOnTrash = Extract<VisitCommand, { trashId: TrashId }>

const initialState: Visit = { status: 'none' }

const evolveKnown = (visit: Known, event: Exclude<VisitEvent, { type: 'VisitAdded' }>): Visit => {
  switch (event.type) {
    case 'VisitUpdated': {
      const { name, startedOn, endedOn } = event.data
      return { ...visit, name, startedOn, endedOn }
    }
    case 'VisitMoved':
      return { ...visit, siteId: event.data.siteId }
    case 'VisitDeleted':
      return { ...visit, status: 'deleted', trashId: event.data.trashId }
    case 'VisitRestored':
      return { ...visit, status: 'planned' }
    case 'VisitPurged':
      return { ...visit, status: 'purged' }
    default:
      event satisfies never
      return visit
  }
}

const evolve = (visit: Visit, event: VisitEvent): Visit => {
  if (event.type !== 'VisitAdded') return visit.status === 'none' ? visit : evolveKnown(visit, event)
  const { clientId: _, ...data } = event.data
  return { status: 'planned', trashId: null, ...data }
}

/** A visit may end on the day it starts, never before (D-51). */
const checkDates = ({ startedOn, endedOn }: Details) => {
  if (endedOn < startedOn) throw new RuleBroken('visit-ends-before-start')
}

const add = (visit: Visit, { type: _, ...data }: CommandNamed<'AddVisit'>): VisitEvent[] => {
  if (visit.status !== 'none') throw new RuleBroken('id-taken')
  checkDates(data)
  return [{ type: 'VisitAdded', data }]
}

/** What another team has is not there. */
const plannedOf = (visit: Visit, teamId: TeamId): Known => {
  if (visit.status !== 'planned' || visit.teamId !== teamId) throw new RuleBroken('visit-not-found')
  return visit
}

const change = (state: Visit, command: CommandNamed<'ChangeVisit'>): VisitEvent[] => {
  const { visitId, teamId, name, startedOn, endedOn, siteId, clientId } = command
  const visit = plannedOf(state, teamId)
  checkDates(command)
  const same = visit.name === name && visit.startedOn === startedOn && visit.endedOn === endedOn
  const events: VisitEvent[] = []
  if (!same) events.push({ type: 'VisitUpdated', data: { visitId, teamId, name, startedOn, endedOn } })
  if (visit.siteId !== siteId) events.push({ type: 'VisitMoved', data: { visitId, teamId, siteId, clientId } })
  return events
}

const remove = (visit: Visit, { type: _, ...data }: CommandOnTrash): VisitEvent[] => {
  plannedOf(visit, data.teamId)
  return [{ type: 'VisitDeleted', data }]
}

const takeOut = (visit: Visit, { type, ...data }: CommandOnTrash): VisitEvent[] => {
  const inTrash = visit.status === 'deleted' && visit.teamId === data.teamId && visit.trashId === data.trashId
  if (!inTrash) throw new RuleBroken('trash-not-found')
  return [{ type: type === 'RestoreVisit' ? 'VisitRestored' : 'VisitPurged', data }]
}

const decide = (visit: Visit, command: VisitCommand): VisitEvent[] => {
  switch (command.type) {
    case 'AddVisit':
      return add(visit, command)
    case 'ChangeVisit':
      return change(visit, command)
    case 'DeleteVisit':
      return remove(visit, command)
    case 'RestoreVisit':
    case 'PurgeVisit':
      return takeOut(visit, command)
    default:
      command satisfies never
      return []
  }
}

export const visitDecider: Decider<Visit, VisitCommand, VisitEvent> = { initialState, evolve, decide }
