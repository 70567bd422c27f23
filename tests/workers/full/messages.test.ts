import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openContentFolder } from '#api/adapters/content-folder.ts'
import { supportDecider } from '#api/domain/interest.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { supportStream } from '#api/event-store/streams.ts'
import { SupportRequestId } from '#schemas/ids.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { invoicing } from '#tests/support/invoices.ts'
import { openMemoryLedger, type TestLedger } from '#tests/support/ledger.ts'
import { memoryProvider } from '#tests/support/memory-provider.ts'
import { newCommandId, newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { recordUser } from '#tests/support/recorded-user.ts'
import { startRedis, type TestRedis } from '#tests/support/redis.ts'
import { textTools } from '#tests/support/text-tools.ts'
import { openMessageCatcher } from '#workers/adapters/message-catcher.ts'
import type { OutgoingMail } from '#workers/adapters/outgoing.ts'
import { startBackground } from '#workers/background.ts'

const words = { from: 'ann@example.com', subject: 'A question', message: 'How do I move a site?' }

describe('the workers', () => {
  let store: TestLedger
  let redis: TestRedis
  let folder: string
  let sent: string[]
  const running: { close: () => Promise<void> }[] = []

  const startWorkers = async () => {
    const catcher = openMessageCatcher(join(folder, 'mail'))
    const setup = {
      ledger: store.ledger,
      content: await openContentFolder(join(folder, 'content'), Date.now()),
      billing: { provider: memoryProvider().provider, invoicing, sweepEvery: 300 },
      digest: (purpose: string, text: string) => `${purpose}-${text}`,
      messages: {
        mail: async (letter: OutgoingMail) => {
          await catcher.mail(letter)
          sent.push(letter.id)
        },
        text: catcher.text,
        appUrl: 'https://sites.example.com',
        mailFrom: 'no-reply@example.com',
        ...textTools,
      },
      erasing: { keys: { destroy: async () => {} }, removeMessages: catcher.remove },
      redisUrl: redis.url,
      readModels: folder,
      sweepEvery: 300,
      invoiceRetentionYears: 7,
      timeZone: 'Europe/London',
      log: pino({ level: 'silent' }),
    }
    const workers = await startBackground(setup)
    running.push(workers)
  }
  const stopWorkers = async () => {
    for (const workers of running.splice(0)) await workers.close()
  }

  /** Somebody writes to support; answers the id of the event. */
  const ask = async () => {
    const supportRequestId = SupportRequestId.parse(newCommandId())
    const userId = newUserId()
    await recordUser(store.ledger, userId)
    const stream = supportStream(supportRequestId)
    const command = { type: 'RequestSupport', request: { supportRequestId, userId, ...words } } as const
    const at = new Date().toISOString()
    await handle(store.ledger, supportDecider, stream, command, contextOf(newTeamId(), userId, { at }))
    return (await store.ledger.read(stream))[0]?.id ?? ''
  }
  const recorded = (askedBy: string) =>
    new Promise<void>((resolve) => {
      const { close } = store.ledger.subscribe(null, {
        advance: (_place, event) => {
          if (event?.type === 'MailSent' && event.data.askedBy === askedBy) void close().then(resolve)
        },
        caughtUp: () => {},
        ended: () => {},
      })
    })

  beforeAll(async () => {
    store = openMemoryLedger()
    redis = await startRedis()
  })
  afterAll(async () => {
    await redis.stop()
    await store.close()
  })
  beforeEach(async () => {
    folder = temporaryFolder()
    sent = []
  })
  afterEach(() => stopWorkers())

  test('mail a support message to support, with its sender as reply address', async () => {
    await startWorkers()

    const asked = await ask()
    await recorded(asked)

    const [name = ''] = await readdir(join(folder, 'mail'))
    const mail = await readFile(join(folder, 'mail', name), 'utf8')
    expect(name).toContain(asked)
    expect(mail).toContain('To: support@example.com')
    expect(mail).toContain('Reply-To: ann@example.com')
    expect(mail).toContain('Subject: A question')
    expect(mail).toContain('How do I move a site?')
  })

  test('send no mail again after the loss of their outbox and of Redis', async () => {
    await startWorkers()
    const first = await ask()
    await recorded(first)
    await stopWorkers()
    await rm(join(folder, 'work-to-do.sqlite'))
    const connection = new Redis(redis.url)
    await connection.flushall()
    connection.disconnect()

    await startWorkers()
    const second = await ask()
    await recorded(second)

    expect(sent).toEqual([first, second])
  })

  test('put no text of a message into Redis', async () => {
    const connection = new Redis(redis.url)
    const seen: string[] = []
    const monitor = await connection.monitor()
    monitor.on('monitor', (_time: string, args: string[]) => seen.push(args.join(' ')))
    await startWorkers()

    await recorded(await ask())

    expect(seen.join('\n')).toContain('send-mail')
    expect(seen.join('\n')).not.toMatch(/ann@example\.com|A question|How do I/)
    monitor.disconnect()
    connection.disconnect()
  })
})
