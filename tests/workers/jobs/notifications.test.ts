import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { teamDecider } from '#api/domain/team.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { inboxStream, messageStream, teamStream } from '#api/event-store/streams.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import { sendMessage } from '#schemas/jobs/send-message.ts'
import { plainMembership } from '#schemas/rights/membership.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { openMemoryLedger, type TestLedger } from '#tests/support/ledger.ts'
import { newCommandId, newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { recordUser } from '#tests/support/recorded-user.ts'
import { textTools } from '#tests/support/text-tools.ts'
import { sendMessageJobs } from '#workers/jobs/send-message.ts'

const at = '2026-03-31T10:00:00.000Z'

describe('the job that sends a notification', () => {
  let store: TestLedger
  const ownerId = newUserId()
  const memberId = newUserId()
  const otherId = newUserId()
  const teamId = newTeamId()
  const stream = teamStream(teamId)

  /** Records an event of the team, runs the job for it and answers its id. */
  const happened = async <Type extends 'MemberChanged' | 'MemberJoined' | 'MemberRemoved'>(
    type: Type,
    data: EventNamed<Type>['data'],
  ) => {
    const { ledger } = store
    const history = await ledger.read(stream)
    const event = { type, data, id: newCommandId(), metadata: contextOf(teamId, ownerId) }
    await ledger.append(stream, history.at(-1)?.revision ?? 'no-stream', [event as never])
    await run(event.id)
    return event.id
  }
  const run = async (eventId: string) => {
    const jobs = sendMessageJobs({
      ledger: store.ledger,
      mail: async () => {},
      text: async () => {},
      appUrl: 'https://sites.example.com',
      mailFrom: 'no-reply@example.com',
      ...textTools,
      digest: (purpose, text) => `${purpose}-${text}`,
      now: () => new Date(at),
    })
    const job = jobs.find(({ contract }) => contract === sendMessage.notification)
    await job?.run({ eventId, stream }, { last: false })
  }

  beforeAll(async () => {
    store = openMemoryLedger()
    for (const userId of [ownerId, memberId, otherId]) await recordUser(store.ledger, userId)
    const team = { teamId, ownerId, name: 'Acme', slug: 'acme', trialEndsAt: at }
    await handle(store.ledger, teamDecider, stream, { type: 'CreateTeam', ...team }, contextOf(teamId, ownerId))
  })
  afterAll(() => store.close())

  test('notifies the owner of a new member, once', async () => {
    const member = { teamId, userId: memberId, ...plainMembership('member') }
    const askedBy = await happened('MemberJoined', member)
    await run(askedBy)

    expect(await store.ledger.read(inboxStream(ownerId))).toMatchObject([
      { type: 'NotificationSent', data: { askedBy, body: 'joined the team Acme.', creatorId: memberId } },
    ])
  })

  test('notifies a member of changed rights', async () => {
    const askedBy = await happened('MemberChanged', { teamId, userId: otherId, ...plainMembership('editor') })

    expect(await store.ledger.read(inboxStream(otherId))).toMatchObject([
      { data: { askedBy, body: 'changed what you may see and do in the team Acme.', creatorId: ownerId } },
    ])
  })

  test('notifies a removed member', async () => {
    const askedBy = await happened('MemberRemoved', { teamId, userId: memberId, removedBy: ownerId, reason: null })

    expect(await store.ledger.read(inboxStream(memberId))).toMatchObject([
      { data: { askedBy, body: 'removed you from the team Acme.', creatorId: ownerId } },
    ])
  })

  test('[D-104] records nothing where the key of the member is missing', async () => {
    const unknown = { teamId, userId: newUserId(), ...plainMembership('editor') }

    await expect(happened('MemberChanged', unknown)).rejects.toThrow(`The key of ${unknown.userId} is missing`)

    const asking = (await store.ledger.read(stream)).at(-1)
    expect(asking?.data).toMatchObject({ userId: unknown.userId })
    expect(await store.ledger.read(inboxStream(unknown.userId))).toEqual([])
    expect(await store.ledger.read(messageStream('notification', asking?.id ?? ''))).toEqual([])
  })

  test('does not notify owners of their own joining', async () => {
    const joined = (await store.ledger.read(stream)).find(({ type }) => type === 'MemberJoined')
    await run(joined?.id ?? '')

    expect(await store.ledger.read(messageStream('notification', joined?.id ?? ''))).toMatchObject([
      { type: 'MessageDropped', data: { channel: 'notification', reason: 'nobody' } },
    ])
  })
})
