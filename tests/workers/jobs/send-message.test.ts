import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openKeyStore } from '#api/adapters/key-store.ts'
import { interestDecider } from '#api/domain/interest.ts'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { type Ledger, openLedger } from '#api/event-store/ledger.ts'
import type { EventLog } from '#api/event-store/port.ts'
import { interestStream, messageStream } from '#api/event-store/streams.ts'
import { CommandId, InterestId } from '#schemas/ids.ts'
import { type SendMessage, sendMessage } from '#schemas/jobs/send-message.ts'
import { startEventStore, type TestEventStore } from '#tests/support/event-store.ts'
import { type Letter, MessageRefused } from '#workers/adapters/letter.ts'
import { sendMessageJobs } from '#workers/jobs/send-message.ts'

const day = 24 * 60 * 60 * 1000
const asked = new Date('2026-03-01T10:00:00.000Z')
const keys = openKeyStore(':memory:', Buffer.alloc(32))

describe('the job that sends a mail', () => {
  let eventStore: TestEventStore
  let log: EventLog
  let ledger: Ledger
  let sent: Letter[]
  let trouble: Error | undefined

  /** Somebody registers interest; answers the id of their key and the job's payload. */
  const ask = async () => {
    const interestId = InterestId.parse(randomUUID())
    const stream = interestStream((purpose, text) => `${purpose}${text}`, interestId)
    const interest = { interestId, email: 'ann@example.com', phone: null }
    await handle(
      ledger,
      interestDecider,
      stream,
      { type: 'RegisterInterest', interest },
      {
        at: asked.toISOString(),
        actor: null,
        impersonator: null,
        via: { kind: 'session', id: null },
        teamId: null,
        commandId: CommandId.parse(randomUUID()),
        correlationId: 'the request',
        causationId: null,
        requestId: null,
      },
    )
    const [event] = await ledger.read(stream)
    return { interestId, job: { eventId: event?.id ?? '', stream } }
  }
  const run = async (job: SendMessage, now = asked) => {
    const jobs = sendMessageJobs({
      ledger,
      mail: async (letter) => {
        if (trouble) throw trouble
        sent.push(letter)
      },
      text: async () => {},
      appUrl: 'https://sites.example.com',
      digest: keys.digest,
      supportEmail: 'support@example.com',
      now: () => now,
    })
    await jobs.find(({ contract }) => contract === sendMessage.mail)?.run(job, { last: false })
  }
  const outcomeOf = async ({ eventId }: { eventId: string }) => ledger.read(messageStream('mail', eventId))

  beforeAll(async () => {
    eventStore = await startEventStore()
    log = connectEventStore(eventStore.url)
    ledger = openLedger(log, keys)
  })
  afterAll(async () => {
    await log.close()
    await eventStore.stop()
  })
  beforeEach(() => {
    sent = []
    trouble = undefined
  })

  test('sends what the event says and records it', async () => {
    const { job } = await ask()

    await run(job)

    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({
      id: job.eventId,
      from: 'Siteledger <support@example.com>',
      to: 'support@example.com',
      replyTo: 'ann@example.com',
    })
    expect(await outcomeOf(job)).toMatchObject([
      {
        type: 'MailSent',
        data: { askedBy: job.eventId },
        metadata: { causationId: job.eventId, correlationId: 'the request', via: { kind: 'worker', id: 'send-mail' } },
      },
    ])
  })

  test('sends nothing the second time, whatever was replayed', async () => {
    const { job } = await ask()
    await run(job)

    await run(job)

    expect(sent).toHaveLength(1)
    expect(await outcomeOf(job)).toHaveLength(1)
  })

  test('fails, and records nothing, while the mail server is away', async () => {
    const { job } = await ask()
    trouble = new Error('no answer')

    await expect(run(job)).rejects.toThrow('no answer')
    expect(await outcomeOf(job)).toEqual([])

    trouble = undefined
    await run(job)
    expect(await outcomeOf(job)).toMatchObject([{ type: 'MailSent' }])
  })

  test('gives up a mail that will never be taken', async () => {
    const { job } = await ask()
    trouble = new MessageRefused('550')

    await run(job)

    expect(await outcomeOf(job)).toMatchObject([
      { type: 'MessageDropped', data: { channel: 'mail', reason: 'refused' } },
    ])
  })

  test('tells nobody of a person who was erased', async () => {
    const { interestId, job } = await ask()
    keys.destroy(interestId)

    await run(job)

    expect(sent).toEqual([])
    expect(await outcomeOf(job)).toMatchObject([{ type: 'MessageDropped', data: { reason: 'nobody' } }])
  })

  test('sends no news that is days old', async () => {
    const { job } = await ask()

    await run(job, new Date(asked.getTime() + 3 * day + 1))

    expect(sent).toEqual([])
    expect(await outcomeOf(job)).toMatchObject([{ type: 'MessageDropped', data: { reason: 'too-old' } }])
  })

  test('refuses a channel that the event does not ask for', async () => {
    const { job } = await ask()
    const jobs = sendMessageJobs({
      ledger,
      mail: async () => {},
      text: async () => {},
      appUrl: 'https://sites.example.com',
      digest: keys.digest,
      supportEmail: 'support@example.com',
      now: () => asked,
    })

    const text = jobs.find(({ contract }) => contract === sendMessage.text)
    await expect(text?.run(job, { last: false })).rejects.toThrow('InterestRegistered asks for no text')
  })
})
