import type { CalendarDate } from '#schemas/calendar-date.ts'
import type { VisitEvent } from '#schemas/events/visit.ts'
import type { ClientId, SiteId, TeamId, VisitId } from '#schemas/ids.ts'
import type { Decider } from './decider.ts'
import { RuleBroken } from './rule.ts'

export type Visit = { status: 'none' } | { status: 'planned'; visitId: VisitId; teamId: TeamId; siteId: SiteId }

export type VisitCommand = {
  type: 'AddVisit'
  visitId: VisitId
  teamId: TeamId
  siteId: SiteId
  clientId: ClientId
  name: string
  startedOn: CalendarDate
  endedOn: CalendarDate
}

const initialState: Visit = { status: 'none' }

const evolve = (visit: Visit, event: VisitEvent): Visit => {
  switch (event.type) {
    case 'VisitAdded': {
      const { visitId, teamId, siteId } = event.data
      return { status: 'planned', visitId, teamId, siteId }
    }
    default:
      event.type satisfies never
      return visit
  }
}

/** A visit may end on the day it starts, never before (D-51). */
const add = (visit: Visit, { type: _, ...data }: VisitCommand): VisitEvent[] => {
  if (visit.status !== 'none') throw new RuleBroken('id-taken')
  if (data.endedOn < data.startedOn) throw new RuleBroken('visit-ends-before-start')
  return [{ type: 'VisitAdded', data }]
}

export const visitDecider: Decider<Visit, VisitCommand, VisitEvent> = { initialState, evolve, decide: add }
