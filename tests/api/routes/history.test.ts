import { describe, expect } from 'vitest'
import { createApiToken } from '#schemas/resources/api-tokens.ts'
import { changeFiles } from '#schemas/resources/bulk-changes.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { type HistoryQuery, historyOfEach, listHistory } from '#schemas/resources/history.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { plusDays } from '#schemas/time/dates.ts'
import { newClientId } from '#tests/support/new-ids.ts'
import { prepared } from '#tests/support/prepared.ts'
import { operatedApp } from '#tests/support/shared-app.ts'
import { recordCreator, teamWithRecords } from '#tests/support/team-with-records.ts'
import { type Member, newMember, newTeam } from '#tests/support/teams.ts'

const { app, test, boss: operator } = operatedApp()
const ann = prepared(() => newTeam(app))
const auditor = prepared(() => newMember(app, ann, 'auditor'))

const acme = prepared(() => recordCreator(ann).client('Acme'))
const dock = prepared(() => recordCreator(ann).site(acme.id, 'Dock 4'))

const summariesOf = async (who: Member, query: object = {}) =>
  (await who.ask(listHistory, { query })).map(({ summary }) => summary)

describe('GET /api/history', () => {
  test('shows an auditor who did what, how, and with which values', async () => {
    const user = await ann.ask(currentUser)
    const { body, headers } = await auditor.call(listHistory, { query: { limit: 1 } })

    expect(body).toMatchObject([
      {
        type: 'SiteAdded',
        summary: 'Added the site Dock 4 to the client Acme',
        resource: 'sites',
        id: dock.id,
        actor: { id: ann.userId, name: user.name },
        impersonator: null,
        via: { kind: 'session', id: null, name: null },
        changes: [
          { field: 'name', from: null, to: 'Dock 4' },
          { field: 'client', from: null, to: 'Acme' },
        ],
      },
    ])
    expect(headers.get('x-total-count')).toBe('4')
    expect(headers.get('link')).toContain('rel="next"')
  })

  test('is filtered by record, by actor, and by whole days', async () => {
    const today = CalendarDate.parse(new Date().toISOString().slice(0, 10))
    const later = plusDays(today, 2)

    expect(await summariesOf(auditor, { resource: 'clients', id: acme.id })).toEqual(['Added the client Acme'])
    expect(await summariesOf(auditor, { actor: operator.userId })).toEqual([])
    expect((await summariesOf(auditor, { from: '2020-01-01', to: later })).length).toBe(4)
    expect(await summariesOf(auditor, { from: later })).toEqual([])
    expect(await summariesOf(auditor, { to: '31/12/2020' })).toEqual([])
    expect(await auditor.invalid(listHistory, { query: { from: 'soon' } })).toEqual({
      from: ['The from is not a valid date.'],
    })
  })

  test('is filtered by the way it was done, that of many files by the way it was begun', async () => {
    const { ann: owner, ofSpring, beside } = await teamWithRecords(app)
    const order = { name: 'Robot', abilities: ['files.view' as const, 'files.update' as const] }
    const { token } = await owner.ask(createApiToken, { body: order })
    const withToken = { headers: { authorization: `Bearer ${token}` } }
    const change = { completed_at: '02/03/2026' }
    await app.guest().call(changeFiles, { body: { ids: [ofSpring.id, beside.id], change } }, withToken)

    const robots = ['Changed the completion date of 2 files']
    expect(await summariesOf(owner, { via: 'token' })).toEqual(robots)
    expect(await summariesOf(owner, { via: 'worker' })).toEqual([])
    const founded = await summariesOf(owner, { via: 'registration' })
    expect(founded).toEqual([expect.stringMatching(/^Founded the team /)])
    const byHand = await summariesOf(owner, { via: 'session' })
    expect([...robots, ...byHand, ...founded]).toEqual(await summariesOf(owner))
    expect(await owner.invalid(listHistory, { query: { via: 'pigeon' as never } })).toEqual({
      via: ['The selected via is invalid.'],
    })
  })

  test('is filtered by a text of at most a hundred characters, blank for none', async () => {
    const { ann: owner } = await teamWithRecords(app)
    const user = await owner.ask(currentUser)

    expect(await summariesOf(owner, { text: ' SPRING ', limit: 2 })).toEqual([
      'Uploaded the file Of spring to the site North',
      'Added the visit Spring to the site North',
    ])
    expect(await summariesOf(owner, { text: user.name, resource: 'files' })).toHaveLength(2)
    expect(await summariesOf(owner, { text: 'spring', resource: 'sites' })).toEqual([])
    expect(await summariesOf(owner, { text: ' ' })).toEqual(await summariesOf(owner))
    expect(await owner.invalid(listHistory, { query: { text: 'a'.repeat(101) as never } })).toEqual({
      text: ['The text may not be greater than 100 characters.'],
    })
  })

  test('is of the own team alone, save for operators, who see all of them (D-92)', async ({ eve }) => {
    await eve.call(addClient, { body: { name: 'Of another team' } })

    expect(await summariesOf(eve)).not.toContain('Added the client Acme')
    expect(await summariesOf(eve, { team: ann.teamId })).toEqual([])
    expect(await summariesOf(operator)).toEqual(
      expect.arrayContaining(['Added the client Acme', 'Added the client Of another team']),
    )
    expect(await summariesOf(operator, { team: ann.teamId })).not.toContain('Added the client Of another team')
  })

  test('is closed to a token without the ability, and names the token of a change (D-66)', async () => {
    const tokenWith = async (name: string, abilities: ('clients.create' | 'history.view')[]) =>
      (await ann.ask(createApiToken, { body: { name, abilities } })).token
    const writing = await tokenWith('Robot', ['clients.create'])
    const reading = await tokenWith('Eye', ['history.view'])
    const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
    await app.guest().call(addClient, { body: { name: 'By robot' } }, withToken(writing))

    const { body } = await app.guest().call(listHistory, { query: { limit: 1 } }, withToken(reading))

    expect(body).toMatchObject([
      { summary: 'Added the client By robot', actor: { id: ann.userId }, via: { kind: 'token', name: 'Robot' } },
    ])
    expect((await app.guest().refused(listHistory, {}, withToken(writing))).status).toBe(403)
  })
})

describe('the history of one record', () => {
  test('[D-118] is filtered as that of the team is, and is 404 only where there never was one', async () => {
    const of = async (query: Partial<HistoryQuery>) =>
      (await auditor.ask(historyOfEach.clients, { params: { id: acme.id }, query })).map(({ summary }) => summary)
    const all = await of({})

    expect(all).toContain('Added the client Acme')
    expect(await of({ text: 'acme added' })).toContain('Added the client Acme')
    expect(await of({ text: 'acme nowhere' })).toEqual([])
    expect(await of({ actor: auditor.userId })).toEqual([])
    expect(await of({ via: 'session', from: '2020-01-01' })).toEqual(all)
    expect(await of({ to: '2020-01-01' })).toEqual([])
  })

  test('holds what is about it and below it, and nothing else, and is 404 where there never was one', async () => {
    const { body } = await auditor.call(historyOfEach.clients, { params: { id: acme.id } })

    expect(body.map(({ summary }) => summary)).toEqual([
      'Added the site Dock 4 to the client Acme',
      'Added the client Acme',
    ])
    expect((await auditor.refused(historyOfEach.clients, { params: { id: newClientId() } })).status).toBe(404)
  })

  test('[D-01] leaves out the nouns that a reader may not view, and is 404 for one of them', async () => {
    const { ann: owner, acme, beside } = await teamWithRecords(app)
    const nothing = { create: false, update: false, delete: false, view: false }
    const blind = await newMember(app, owner, 'auditor', { abilities: { files: nothing } })
    const blinder = await newMember(app, owner, 'auditor', { abilities: { clients: nothing } })
    const resources = async (who: Member) => {
      const { body } = await who.call(historyOfEach.clients, { params: { id: acme.id } })
      return [...new Set(body.map(({ resource }) => resource))].toSorted()
    }

    expect(await resources(owner)).toEqual(['clients', 'files', 'sites', 'visits'])
    expect(await resources(blind)).toEqual(['clients', 'sites', 'visits'])
    expect((await blind.refused(historyOfEach.files, { params: { id: beside.id } })).status).toBe(404)
    expect((await blinder.refused(historyOfEach.clients, { params: { id: acme.id } })).status).toBe(404)
  })

  test('is 404 to users who do not see the record (D-57)', async () => {
    const beta = await ann.ask(addClient, { body: { name: 'Beta' } })
    const limited = await newMember(app, ann, 'auditor', { clientId: beta.id })

    expect((await limited.refused(historyOfEach.sites, { params: { id: dock.id } })).status).toBe(404)
    expect(await summariesOf(limited)).toContain('Added the client Beta')
    expect(await summariesOf(limited)).not.toContain('Added the client Acme')
  })
})
