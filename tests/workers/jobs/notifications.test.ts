import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { teamDecider } from '#api/domain/team.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { inboxStream, messageStream, teamStream } from '#api/event-store/streams.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import { sendMessage } from '#schemas/jobs/send-message.ts'
import { plainMembership } from '#schemas/membership.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { startLedger, type TestLedger } from '#tests/support/ledger.ts'
import { newCommandId, newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { sendMessageJobs } from '#workers/jobs/send-message.ts'

const at = '2026-03-31T10:00:00.000Z'

describe('the job that sends a notification', () => {
  let given: TestLedger
  const [ownerId, memberId, teamId] = [newUserId(), newUserId(), newTeamId()]
  const stream = teamStream(teamId)

  /** Records an event of the team, runs the job for it and answers its id. */
  const happened = async <Type extends 'MemberChanged' | 'MemberJoined' | 'MemberRemoved'>(
    type: Type,
    data: EventNamed<Type>['data'],
  ) => {
    const { ledger } = given
    const history = await ledger.read(stream)
    const event = { type, data, id: newCommandId(), metadata: contextOf(teamId, ownerId) }
    await ledger.append(stream, history.at(-1)?.revision ?? 'no-stream', [event as never])
    await run(event.id)
    return event.id
  }
  const run = async (eventId: string) => {
    const jobs = sendMessageJobs({
      ledger: given.ledger,
      mail: async () => {},
      text: async () => {},
      appUrl: 'https://sites.example.com',
      supportEmail: 'support@example.com',
      digest: (purpose, text) => `${purpose}-${text}`,
      now: () => new Date(at),
    })
    const job = jobs.find(({ contract }) => contract === sendMessage.notification)
    await job?.run({ eventId, stream }, { last: false })
  }

  beforeAll(async () => {
    given = await startLedger()
    const team = { teamId, ownerId, name: 'Acme', slug: 'acme', trialEndsAt: at }
    await handle(given.ledger, teamDecider, stream, { type: 'CreateTeam', ...team }, contextOf(teamId, ownerId))
  })
  afterAll(() => given.close())

  test('tells the owner who joined, once', async () => {
    const member = { teamId, userId: memberId, ...plainMembership('member') }
    const askedBy = await happened('MemberJoined', member)
    await run(askedBy)

    expect(await given.ledger.read(inboxStream(ownerId))).toMatchObject([
      { type: 'NotificationSent', data: { askedBy, body: 'joined the team Acme.', creatorId: memberId } },
    ])
  })

  test('tells a member that they may see and do something else now', async () => {
    const [otherId, other] = [newUserId(), plainMembership('editor')]
    const askedBy = await happened('MemberChanged', { teamId, userId: otherId, ...other })

    expect(await given.ledger.read(inboxStream(otherId))).toMatchObject([
      { data: { askedBy, body: 'changed what you may see and do in the team Acme.', creatorId: ownerId } },
    ])
  })

  test('tells a member that they were removed', async () => {
    const askedBy = await happened('MemberRemoved', { teamId, userId: memberId, removedBy: ownerId })

    expect(await given.ledger.read(inboxStream(memberId))).toMatchObject([
      { data: { askedBy, body: 'removed you from the team Acme.', creatorId: ownerId } },
    ])
  })

  test('tells nobody that the owner joined their own team', async () => {
    const joined = (await given.ledger.read(stream)).find(({ type }) => type === 'MemberJoined')
    await run(joined?.id ?? '')

    expect(await given.ledger.read(messageStream('notification', joined?.id ?? ''))).toMatchObject([
      { type: 'MessageDropped', data: { channel: 'notification', reason: 'nobody' } },
    ])
  })
})
