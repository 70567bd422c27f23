import { describe, test } from 'vitest'
import { visitDecider } from '#api/domain/visit.ts'
import { CalendarDate } from '#schemas/calendar-date.ts'
import { deciding } from '#tests/support/decider.ts'
import { newClientId, newSiteId, newTeamId, newVisitId } from '#tests/support/new-ids.ts'

const given = deciding(visitDecider)
const [day, dayAfter] = [CalendarDate.parse('2026-03-31'), CalendarDate.parse('2026-04-01')]

describe('a visit', () => {
  const place = { visitId: newVisitId(), teamId: newTeamId(), siteId: newSiteId() }
  const visit = { ...place, clientId: newClientId(), name: 'Spring check', startedOn: day, endedOn: dayAfter }
  const addVisit = { type: 'AddVisit', ...visit } as const
  const visitAdded = { type: 'VisitAdded', data: visit } as const

  test('is added', () => {
    given().when(addVisit).then(visitAdded)
  })

  test('may end on the day it starts', () => {
    given()
      .when({ ...addVisit, endedOn: day })
      .then({ type: 'VisitAdded', data: { ...visit, endedOn: day } })
  })

  test('never ends before it starts', () => {
    given()
      .when({ ...addVisit, startedOn: dayAfter, endedOn: day })
      .thenBreaks('visit-ends-before-start')
  })

  test('is added once', () => {
    given(visitAdded).when(addVisit).thenBreaks('id-taken')
  })

  test('knows its team and its site', () => {
    given(visitAdded).thenState({ status: 'planned', ...place })
  })
})
