import { beforeAll, describe, expect, test } from 'vitest'
import { publishAnnouncement } from '#schemas/resources/announcements.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { giveUserDiscount } from '#schemas/resources/kiosk-discounts.ts'
import { changeTrialEnd } from '#schemas/resources/kiosk-trials.ts'
import { listOperations, listOperators, type OperationsQuery } from '#schemas/resources/operations.ts'
import { pauseQueue } from '#schemas/resources/queues.ts'
import { endSessionsOfUser } from '#schemas/resources/sessions.ts'
import { today } from '#schemas/time/dates.ts'
import { startApp } from '#tests/support/app.ts'
import { prepared } from '#tests/support/prepared.ts'
import { newTeam } from '#tests/support/teams.ts'

const olga = 'olga@example.com'
const otto = 'otto@example.com'

const app = prepared(() => startApp({ env: { operatorEmails: [olga, otto] } }))
const first = prepared(() => newTeam(app, { email: olga, name: 'Olga' }))
const second = prepared(() => newTeam(app, { email: otto, name: 'Otto' }))
const user = prepared(() => newTeam(app))
beforeAll(async () => {
  // Actions of operators for their own teams, and of users for themselves, are no operations.
  await first.call(addClient, { body: { name: 'Acme' } })
  await user.call(addClient, { body: { name: 'Acme' } })
  await first.call(pauseQueue, { params: { queue: 'send-mail' } })
  await second.call(publishAnnouncement, { body: { body: 'News' } })
  await first.call(endSessionsOfUser, { params: { id: user.userId } })
  await second.call(giveUserDiscount, { params: { userId: user.userId }, body: { value: 5 } })
  await first.call(changeTrialEnd, { params: { teamId: user.teamId }, body: { trial_ends_at: '31/12/2030' } })
})

const types = async (query: Partial<OperationsQuery> = {}) =>
  (await first.ask(listOperations, { query })).map(({ type }) => type)

describe('[D-106] the history of operators', () => {
  test('holds what they did, newest first, and nothing else', async () => {
    expect(await types()).toEqual([
      'TeamTrialChanged',
      'DiscountWaits',
      'SessionsEnded',
      'AnnouncementPublished',
      'QueuePaused',
    ])
  })

  test('is narrowed by who did it', async () => {
    expect(await types({ by: first.userId })).toEqual(['TeamTrialChanged', 'SessionsEnded', 'QueuePaused'])
    expect(await types({ by: second.userId })).toEqual(['DiscountWaits', 'AnnouncementPublished'])
    expect(await types({ by: user.userId })).toEqual([])
  })

  test('is narrowed by kind', async () => {
    expect(await types({ kind: 'platform' })).toEqual(['QueuePaused'])
    expect(await types({ kind: 'users' })).toEqual(['SessionsEnded'])
    expect(await types({ kind: 'teams' })).toEqual(['TeamTrialChanged'])
    expect(await types({ kind: 'discounts', by: first.userId })).toEqual([])
    expect(await first.invalid(listOperations, { query: { kind: 'all' as never } })).toEqual({
      kind: ['The selected kind is invalid.'],
    })
  })

  test('is narrowed by day', async () => {
    const now = today(new Date(), 'UTC')
    expect(await types({ from: now, kind: 'platform' })).toEqual(['QueuePaused'])
    expect(await types({ to: '2020-01-01' as never })).toEqual([])
  })

  test('offers those who have an address of an operator', async () => {
    expect(await first.ask(listOperators)).toEqual([
      { id: first.userId, name: 'Olga', email: olga },
      { id: second.userId, name: 'Otto', email: otto },
    ])
  })
})
