import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect } from 'vitest'
import { noteBackup } from '#api/adapters/newest-backup.ts'
import { queueStream } from '#api/event-store/streams.ts'
import { publishAnnouncement } from '#schemas/resources/announcements.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { uploadDocument } from '#schemas/resources/documents.ts'
import { deleteFile, uploadFile } from '#schemas/resources/files.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { giveUserDiscount } from '#schemas/resources/kiosk-discounts.ts'
import { changeTrialEnd } from '#schemas/resources/kiosk-trials.ts'
import { listOperations, listOperators, type OperationsQuery } from '#schemas/resources/operations.ts'
import { listQueues, pauseQueue, resumeQueue } from '#schemas/resources/queues.ts'
import { endSessionsOfUser } from '#schemas/resources/sessions.ts'
import { health, ready } from '#schemas/resources/status.ts'
import { listLargestTeams, showStorage } from '#schemas/resources/storage.ts'
import { listTraffic } from '#schemas/resources/traffic.ts'
import { plusDays, today } from '#schemas/time/dates.ts'
import { fileOf } from '#tests/support/files.ts'
import { prepared } from '#tests/support/prepared.ts'
import { operatedApp, operatorEmail } from '#tests/support/shared-app.ts'
import { recordCreator } from '#tests/support/team-with-records.ts'
import { type Member, newTeam } from '#tests/support/teams.ts'

const otto = 'otto@example.com'

const { app, test, boss } = operatedApp({ operatorEmails: [operatorEmail, otto] })
const second = prepared(() => newTeam(app, { email: otto, name: 'Otto' }))
const user = prepared(() => newTeam(app))
beforeAll(async () => {
  // Actions of operators for their own teams, and of users for themselves, are no operations.
  await boss.call(addClient, { body: { name: 'Acme' } })
  await user.call(addClient, { body: { name: 'Acme' } })
  await boss.call(pauseQueue, { params: { queue: 'send-mail' } })
  await second.call(publishAnnouncement, { body: { body: 'News' } })
  await boss.call(endSessionsOfUser, { params: { id: user.userId } })
  await second.call(giveUserDiscount, { params: { userId: user.userId }, body: { value: 5 } })
  await boss.call(changeTrialEnd, { params: { teamId: user.teamId }, body: { trial_ends_at: '31/12/2030' } })
})

const types = async (query: Partial<OperationsQuery> = {}) =>
  (await boss.ask(listOperations, { query })).map(({ type }) => type)

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
    expect(await types({ by: boss.userId })).toEqual(['TeamTrialChanged', 'SessionsEnded', 'QueuePaused'])
    expect(await types({ by: second.userId })).toEqual(['DiscountWaits', 'AnnouncementPublished'])
    expect(await types({ by: user.userId })).toEqual([])
  })

  test('is narrowed by kind', async () => {
    expect(await types({ kind: 'platform' })).toEqual(['QueuePaused'])
    expect(await types({ kind: 'users' })).toEqual(['SessionsEnded'])
    expect(await types({ kind: 'teams' })).toEqual(['TeamTrialChanged'])
    expect(await types({ kind: 'discounts', by: boss.userId })).toEqual([])
    expect(await boss.invalid(listOperations, { query: { kind: 'all' as never } })).toEqual({
      kind: ['The selected kind is invalid.'],
    })
  })

  test('is narrowed by day', async () => {
    const now = today(new Date(), 'UTC')
    expect(await types({ from: now, kind: 'platform' })).toEqual(['QueuePaused'])
    expect(await types({ to: '2020-01-01' as never })).toEqual([])
  })

  test('offers those who have an address of an operator', async () => {
    expect(await boss.ask(listOperators)).toEqual([
      { id: boss.userId, name: expect.stringMatching(/^Ann /), email: boss.email },
      { id: second.userId, name: 'Otto', email: otto },
    ])
  })
})

test('[D-106] a queue is paused and resumed once however often it is asked for, and the history says by whom', async () => {
  const params = { queue: 'crop-picture' }
  const paused = async () => (await boss.ask(listQueues)).flatMap(({ name, paused }) => (paused ? name : [])).sort()

  await boss.call(pauseQueue, { params })
  await boss.call(pauseQueue, { params })
  expect(await paused()).toEqual(['crop-picture', 'send-mail'])
  await boss.call(resumeQueue, { params })
  const { body } = await boss.call(resumeQueue, { params })
  expect([body.paused, await paused()]).toEqual([false, ['send-mail']])

  expect((await app.ledger.read(queueStream('crop-picture'))).map(({ type, data }) => [type, data])).toEqual([
    ['QueuePaused', { queue: 'crop-picture' }],
    ['QueueResumed', { queue: 'crop-picture' }],
  ])
  const history = await boss.ask(listHistory, { query: { resource: 'platform', limit: 2 } })
  expect(history.map(({ summary, actor, id }) => [summary, actor?.id, id])).toEqual([
    ['Let the queue crop-picture go on', boss.userId, 'crop-picture'],
    ['Paused the queue crop-picture', boss.userId, 'crop-picture'],
  ])
})

test('operators see each day what came, newest first and without gaps', async () => {
  const { body } = await boss.call(listTraffic, { query: { days: 3 } })

  const now = today(new Date(), 'UTC')
  expect(body.map(({ day }) => day)).toEqual([now, plusDays(now, -1), plusDays(now, -2)])
  expect(body[0]?.events).toBeGreaterThan(0)
  expect(body[0]?.log_bytes).toBeGreaterThan(0)
  expect(body[2]).toMatchObject({ events: 0, log_bytes: 0, mails: { sent: 0, refused: 0 } })
})

test('days beyond a year, and days that are none, are refused', async () => {
  for (const days of [0, 367, 'many']) {
    expect(await boss.invalid(listTraffic, { query: { days: days as number } })).toEqual({
      days: ['The days must be a number from 1 to 366.'],
    })
  }
})

test('operators see what the disks hold and what is free; a log elsewhere takes nothing here', async () => {
  await mkdir(join(app.dataDir, 'content'), { recursive: true })
  const { body } = await boss.call(showStorage)

  expect(body).toMatchObject({ events: null, newest_backup: null })
  expect(Math.min(body.free, body.content_free ?? 0, body.read_models)).toBeGreaterThan(0)

  await writeFile(join(app.dataDir, 'events.sqlite'), 'log')
  await writeFile(join(app.dataDir, 'events.sqlite-wal'), 'newest')
  expect((await boss.ask(showStorage)).events).toBe(9)
})

test('the teams that hold the most content come first, with files, documents and what lies in the trash', async () => {
  const large = await newTeam(app)
  const small = await newTeam(app)
  const sizes = async (member: Member, files: number) => {
    const create = recordCreator(member)
    const site = await create.site((await create.client('Acme')).id, 'North')
    const beside = { file: fileOf('plan.pdf', 'application/pdf') }
    const added = await Promise.all(
      Array.from({ length: files }, () => member.call(uploadFile, { body: { site_id: site.id } }, beside)),
    )
    return added.map(({ body }) => body)
  }
  const [first] = await sizes(large, 2)
  await large.call(deleteFile, { params: { id: first?.id ?? '' } })
  await sizes(small, 1)
  await large.call(uploadDocument, {}, { file: fileOf('rules.pdf', 'application/pdf') })

  const { body } = await boss.call(listLargestTeams)
  expect(body.map(({ id, files }) => [id, files])).toEqual([
    [large.teamId, 3],
    [small.teamId, 1],
  ])
  expect(body[0]).toMatchObject({ name: expect.any(String), bytes: 3 * (body[1]?.bytes ?? 0) })
})

test('the newest backup is told', async () => {
  const backup = { at: '2026-11-23T02:00:00.000Z', files: 3, bytes: 4096 }
  await noteBackup(app.dataDir, backup)

  expect((await boss.ask(showStorage)).newest_backup).toEqual(backup)
})

describe('what probes ask', () => {
  test('/health lives', async ({ guest }) => {
    expect(await guest.ask(health)).toEqual({ status: 'ok' })
  })

  test('/ready is ready once the read models have caught up, and says how far they are', async ({ guest }) => {
    const before = await guest.ask(ready)
    const { headers } = await user.request('POST', '/api/client', { json: { name: 'Acme' } })

    const after = await guest.ask(ready)

    expect(before.status).toBe('ready')
    expect(BigInt(after.position)).toBeGreaterThanOrEqual(BigInt(headers.get('x-position') ?? ''))
  })
})
