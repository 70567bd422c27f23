import { describe, test } from 'vitest'
import { visitDecider } from '#api/domain/visit.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { deciding } from '#tests/support/decider.ts'
import { detailsOf } from '#tests/support/details.ts'
import { newClientId, newSiteId, newTeamId, newVisitId } from '#tests/support/new-ids.ts'

const given = deciding(visitDecider)
const day = CalendarDate.parse('2026-03-31')
const dayAfter = CalendarDate.parse('2026-04-01')

describe('a visit', () => {
  const ids = { visitId: newVisitId(), teamId: newTeamId(), siteId: newSiteId() }
  const details = detailsOf.visit({ name: 'Spring check', started_at: day, ended_at: dayAfter })
  const visit = { ...ids, clientId: newClientId(), ...details }
  const addVisit = { type: 'AddVisit', ...visit } as const
  const visitAdded = { type: 'VisitAdded', data: visit } as const

  test('is added', () => {
    given().decides(addVisit, visitAdded)
  })

  test('may end on the day it starts', () => {
    given().decides({ ...addVisit, ended_at: day }, { type: 'VisitAdded', data: { ...visit, ended_at: day } })
  })

  test('never ends before it starts', () => {
    given().refuses({ ...addVisit, started_at: dayAfter, ended_at: day }, 'visit-ends-before-start')
  })

  test('is added once', () => {
    given(visitAdded).refuses(addVisit, 'id-taken')
  })

  test('knows its team and its site', () => {
    const { clientId: _, ...known } = visit
    given(visitAdded).is({ status: 'active', trashId: null, ...known })
  })
})

describe('a visit that was added', () => {
  const named = { visitId: newVisitId(), teamId: newTeamId() }
  const first = { siteId: newSiteId(), clientId: newClientId() }
  const details = detailsOf.visit({ name: 'Spring check', started_at: day, ended_at: day })
  const added = { type: 'VisitAdded', data: { ...named, ...first, ...details } } as const
  const change = { type: 'ChangeVisit', ...named, ...first, ...details } as const
  const elsewhere = { siteId: newSiteId(), clientId: newClientId() }
  const moved = { type: 'VisitMoved', data: { ...named, ...elsewhere } } as const

  test('keeps what a change leaves out', () => {
    const renamed = { ...named, ...details, name: 'Autumn check' }
    given(added).decides(
      { type: 'ChangeVisit', ...named, ...first, name: 'Autumn check' },
      { type: 'VisitUpdated', data: renamed },
    )
    given(added).ignores({ type: 'ChangeVisit', ...named, ...first })
  })

  test('is changed and moved, and only what differs is recorded', () => {
    const updated = { ...named, ...details, name: 'Autumn check', ended_at: dayAfter }

    given(added).ignores(change)
    given(added).decides(
      { ...change, name: 'Autumn check', ended_at: dayAfter },
      { type: 'VisitUpdated', data: updated },
    )
    given(added).decides({ ...change, ...elsewhere }, moved)
    given(added, moved).decides(
      { ...change, ...elsewhere, name: 'Autumn check', ended_at: dayAfter },
      { type: 'VisitUpdated', data: updated },
    )
    given(added).refuses({ ...change, started_at: dayAfter }, 'visit-ends-before-start')
  })
})
