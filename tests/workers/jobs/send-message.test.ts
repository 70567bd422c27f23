import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { interestDecider } from '#api/domain/interest.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { interestStream, messageStream } from '#api/event-store/streams.ts'
import { InterestId } from '#schemas/ids.ts'
import { type SendMessage, sendMessage } from '#schemas/jobs/send-message.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { openMemoryLedger } from '#tests/support/ledger.ts'
import { textTools } from '#tests/support/text-tools.ts'
import { MessageRefused, type OutgoingMail } from '#workers/adapters/outgoing.ts'
import { sendMessageJobs } from '#workers/jobs/send-message.ts'

const day = 24 * 60 * 60 * 1000
const asked = new Date('2026-03-01T10:00:00.000Z')
const { ledger, keys } = openMemoryLedger()

describe('the job that sends a mail', () => {
  let sent: OutgoingMail[]
  let trouble: Error | undefined

  /** Somebody registers interest; answers the id of their key and the job's payload. */
  const ask = async () => {
    const interestId = InterestId.parse(randomUUID())
    const stream = interestStream(keys.digest, interestId)
    const command = {
      type: 'RegisterInterest',
      interest: { interestId, email: 'ann@example.com', phone: null },
    } as const
    const context = contextOf(null, null, { at: asked.toISOString(), correlationId: 'the request' })
    await handle(ledger, interestDecider, stream, command, context)
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
      mailFrom: 'no-reply@example.com',
      ...textTools,
      now: () => now,
    })
    await jobs.find(({ contract }) => contract === sendMessage.mail)?.run(job, { last: false })
  }
  const outcomeOf = async ({ eventId }: { eventId: string }) => ledger.read(messageStream('mail', eventId))

  beforeEach(() => {
    sent = []
    trouble = undefined
  })

  test('sends the message of the event and records it', async () => {
    const { job } = await ask()

    await run(job)

    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({
      id: job.eventId,
      from: 'Siteledger <no-reply@example.com>',
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

  test('sends nothing the second time, even after a replay', async () => {
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

  test('drops a mail that is refused permanently', async () => {
    const { job } = await ask()
    trouble = new MessageRefused('550')

    await run(job)

    expect(await outcomeOf(job)).toMatchObject([
      { type: 'MessageDropped', data: { channel: 'mail', reason: 'refused' } },
    ])
  })

  test('sends nothing to an erased person', async () => {
    const { interestId, job } = await ask()
    await keys.destroy(interestId)

    await run(job)

    expect(sent).toEqual([])
    expect(await outcomeOf(job)).toMatchObject([{ type: 'MessageDropped', data: { reason: 'nobody' } }])
  })

  test('[D-104] decides nothing about somebody whose key is missing, and sends once it is back', async () => {
    const { interestId, job } = await ask()
    const find = vi.spyOn(keys, 'find').mockReturnValue(undefined)
    onTestFinished(() => find.mockRestore())

    await expect(run(job)).rejects.toThrow(`The key of ${interestId} is missing`)
    expect([sent, await outcomeOf(job)]).toEqual([[], []])

    find.mockRestore()
    await run(job)
    expect(sent).toHaveLength(1)
  })

  test('drops a message that is days old', async () => {
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
      mailFrom: 'no-reply@example.com',
      ...textTools,
      now: () => asked,
    })

    const text = jobs.find(({ contract }) => contract === sendMessage.text)
    await expect(text?.run(job, { last: false })).rejects.toThrow('InterestRegistered asks for no text')
  })
})
