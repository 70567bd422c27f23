import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { openContentFolder } from '#api/adapters/content-folder.ts'
import { openKeyStore } from '#api/adapters/key-store.ts'
import { masterKeyOf } from '#api/adapters/master-key.ts'
import { EXIT_BAD_CONFIGURATION, readEnvOrExit } from '#api/env.ts'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { openLedger } from '#api/event-store/ledger.ts'
import { endWithParent, tellParent } from '#api/operations/parent.ts'
import { openMessageCatcher } from './adapters/message-catcher.ts'
import { openSmtp } from './adapters/smtp.ts'
import { openTextGateway } from './adapters/text-gateway.ts'
import { defaultSweepEvery, startBackground } from './background.ts'

const env = readEnvOrExit(process.env)
const { eventStoreUrl, redisUrl, dataDir } = env
if (eventStoreUrl === undefined || redisUrl === undefined) {
  process.stderr.write('The workers need EVENTSTORE_URL and REDIS_URL; npm start sets both.\n')
  process.exit(EXIT_BAD_CONFIGURATION)
}
const log = pino({ level: env.logLevel })

// Until jobs are taken there is nothing to bring to an end, and what is waited for may never come.
let orphaned = (): void => process.exit(1)
endWithParent(() => orphaned())

const readModels = join(dataDir, 'read-models')
mkdirSync(readModels, { recursive: true, mode: 0o700 })
const masterKey = env.masterKey ? Buffer.from(env.masterKey, 'base64') : masterKeyOf(join(dataDir, 'master.key'))
const keys = openKeyStore(join(dataDir, 'keys.sqlite'), masterKey)
const content = await openContentFolder(fileURLToPath(env.contentUrl), Date.now())
const eventLog = connectEventStore(eventStoreUrl)
const catcher = openMessageCatcher(join(dataDir, 'mail'))
const smtp = env.mailUrl === undefined ? undefined : openSmtp(env.mailUrl)
const background = await startBackground({
  ledger: openLedger(eventLog, keys),
  content,
  digest: keys.digest,
  messages: {
    mail: smtp?.send ?? catcher.mail,
    text: env.smsUrl === undefined ? catcher.text : openTextGateway(env.smsUrl),
    appUrl: env.appUrl,
    supportEmail: env.supportEmail,
  },
  erasing: { keys, removeMessages: catcher.remove },
  redisUrl,
  readModels,
  sweepEvery: defaultSweepEvery,
  log,
})

let stopping = false
const stop = async (): Promise<void> => {
  if (stopping) return
  stopping = true
  await background.close()
  smtp?.close()
  await eventLog.close()
  keys.close()
  process.exit()
}
const stopInOrder = (): void => {
  stop().catch((error: Error) => {
    log.error({ error: error.message }, 'The workers did not end in order')
    process.exit(1)
  })
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stopInOrder)
orphaned = stopInOrder
log.info('The workers take jobs')
tellParent({ type: 'ready' })
