import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { openContentFolder } from '#api/adapters/content-folder.ts'
import { openKeyStore } from '#api/adapters/key-store.ts'
import { masterKeyOf } from '#api/adapters/master-key.ts'
import { textTools } from '#tests/support/text-tools.ts'
import { openMessageCatcher } from '#workers/adapters/message-catcher.ts'
import { startBackground } from '#workers/background.ts'
import type { FullApp } from './full-app.ts'
import { invoicing } from './invoices.ts'
import { memoryProvider } from './memory-provider.ts'

export type TestWorkers = { close: () => Promise<void> }

/** The workers of an API under test, in this process, as workers/main.ts composes them: mails go to the catcher. */
export const startWorkers = async (app: FullApp, appUrl: string): Promise<TestWorkers> => {
  const { dataDir, ledger, logged } = app
  const keys = openKeyStore(join(dataDir, 'keys.sqlite'), masterKeyOf(join(dataDir, 'master.key')))
  const content = await openContentFolder(join(dataDir, 'content'), Date.now())
  const catcher = openMessageCatcher(join(dataDir, 'mail'))
  // The folder of the API's read models, two of which the workers read.
  const readModels = join(dataDir, 'read-models')
  mkdirSync(readModels, { recursive: true })
  const background = await startBackground({
    ledger,
    content,
    billing: { provider: memoryProvider().provider, invoicing, sweepEvery: 300 },
    digest: keys.digest,
    messages: {
      mail: catcher.mail,
      text: catcher.text,
      appUrl,
      mailFrom: 'no-reply@example.com',
      ...textTools,
    },
    erasing: { keys, removeMessages: catcher.remove },
    redisUrl: app.redis.url,
    readModels,
    sweepEvery: 300,
    invoiceRetentionYears: 7,
    timeZone: 'Europe/London',
    log: pino({ level: 'debug' }, { write: (line) => void logged.push(line) }),
  })
  return {
    close: async () => {
      await background.close()
      keys.close()
    },
  }
}
