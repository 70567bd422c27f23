import { CalendarDate, showDate } from '#schemas/calendar-date.ts'
import type { VisitEvent } from '#schemas/events/visit.ts'
import { changesIn, type Known, type LinesOf, nameless } from './line.ts'
import { count, told } from './told.ts'
import { fateOf } from './trash.ts'

const resource = 'visits'

type Data = { visitId: string; teamId: VisitEvent['data']['teamId'] }
const about = ({ visitId: id, teamId }: Data) => ({ resource, id, teamId }) as const

const nameOf = (known: Known, id: string) => known.record(resource, id)?.name ?? nameless
const siteName = (known: Known, id: string | null | undefined) => (id && known.record('sites', id)?.name) || nameless

/** A day that was remembered, as it is shown. */
export const shownDay = (fact: unknown): string | null => {
  const day = CalendarDate.safeParse(fact)
  return day.success ? showDate(day.data) : null
}

export const visitLines: LinesOf<VisitEvent> = {
  VisitAdded: ({ data }, known) => ({
    ...about(data),
    summary: told`Added the visit ${data.name} to the site ${siteName(known, data.siteId)}`,
    several: told`Added ${count} visits`,
    changes: changesIn({
      name: [null, data.name],
      started_at: [null, showDate(data.startedOn)],
      ended_at: [null, showDate(data.endedOn)],
      site: [null, siteName(known, data.siteId)],
    }),
    now: {
      name: data.name,
      clientId: data.clientId,
      siteId: data.siteId,
      visitId: data.visitId,
      facts: { startedOn: data.startedOn, endedOn: data.endedOn },
    },
  }),
  VisitUpdated: ({ data }, known) => {
    const [name, facts] = [nameOf(known, data.visitId), known.record(resource, data.visitId)?.facts]
    return {
      ...about(data),
      summary:
        name === data.name
          ? told`Changed the dates of the visit ${name}`
          : told`Renamed the visit ${name} to ${data.name}`,
      several: told`Changed ${count} visits`,
      changes: changesIn({
        name: [name, data.name],
        started_at: [shownDay(facts?.startedOn), showDate(data.startedOn)],
        ended_at: [shownDay(facts?.endedOn), showDate(data.endedOn)],
      }),
      now: { name: data.name, facts: { startedOn: data.startedOn, endedOn: data.endedOn } },
    }
  },
  VisitMoved: ({ data }, known) => {
    const left = siteName(known, known.record(resource, data.visitId)?.siteId)
    const reached = siteName(known, data.siteId)
    return {
      ...about(data),
      summary: told`Moved the visit ${nameOf(known, data.visitId)} from ${left} to ${reached}`,
      several: told`Moved ${count} visits`,
      changes: [{ field: 'site', from: left, to: reached }],
      now: { siteId: data.siteId, clientId: data.clientId },
    }
  },
  VisitDeleted: ({ data }, known) => fateOf('deleted', resource, about(data), known),
  VisitRestored: ({ data }, known) => fateOf('restored', resource, about(data), known),
  VisitPurged: ({ data }, known) => fateOf('purged', resource, about(data), known),
}
