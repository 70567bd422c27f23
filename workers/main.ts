import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { keepForRole } from '#api/adapters/folder-lock.ts'
import { openProvider } from '#api/adapters/payment/open-payments.ts'
import { endWithParent, notifySupervisor } from '#api/adapters/supervisor-channel.ts'
import { vatNumberIn } from '#api/adapters/vat-numbers.ts'
import { EXIT_BAD_CONFIGURATION, readStartEnvOrExit } from '#api/env/env.ts'
import { nameTaken, replicaNameOf } from '#api/env/replica-name.ts'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { awaitEventStore } from '#api/event-store/first-contact.ts'
import { openLedger } from '#api/event-store/ledger.ts'
import { openLogAtAddress } from '#api/event-store/log-at-address.ts'
import { ownStreamKinds } from '#api/event-store/own-streams.ts'
import { checkpointsStream } from '#api/event-store/streams.ts'
import { Unfit } from '#api/event-store/unfit.ts'
import { askForWriting } from '#api/event-store/writing.ts'
import { openInstallationContent } from '#api/installation/content.ts'
import { openInstallationKeys } from '#api/installation/keys.ts'
import { recordNext } from '#api/installation/log-identity.ts'
import { openKeptNotes } from '#api/notary/kept-notes.ts'
import { notaryChangesIn, notaryKeysOf, openPublications } from '#api/notary/notary-keys.ts'
import { treeFolder } from '#api/notary/tree-files.ts'
import { openForReading } from '#projections/engine/read-db.ts'
import { expiryReminderQueries, expiryReminders } from '#projections/sweeps/expiry-reminders.ts'
import { openMessageCatcher } from './adapters/message-catcher.ts'
import { openSmtp } from './adapters/smtp.ts'
import { openTextGateway } from './adapters/text-gateway.ts'
import { defaultSweepEvery, startBackground } from './background.ts'
import { openNotary } from './notary/notary.ts'
import { atAuthority, membersPlaces, placesOf } from './notary/places.ts'
import { openPublishing, turnsIn } from './notary/publish.ts'
import { startNotary } from './notary/start-notary.ts'
import { connectRedis } from './queues/queues.ts'

// Whatever it writes belongs to its owner alone.
process.umask(0o077)

const env = readStartEnvOrExit(process.env)
const { eventStoreUrl, redisUrl, dataDir } = env
if (eventStoreUrl === undefined || redisUrl === undefined) {
  process.stderr.write('The workers need EVENTSTORE_URL and REDIS_URL; npm start sets both.\n')
  process.exit(EXIT_BAD_CONFIGURATION)
}
const replica = replicaNameOf(env, 'workers')
const log = pino({ level: env.logLevel }).child({ replica })

// A stop before jobs are accepted ends the process at once: no job runs, and the services may never answer.
let orphaned = (): void => process.exit(1)
endWithParent(() => orphaned())

const giveUp = (error: Error): never => {
  if (!(error instanceof Unfit)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(EXIT_BAD_CONFIGURATION)
}

const others = keepForRole(dataDir, 'workers')
if (others !== undefined) {
  process.stderr.write(`${others}\n`)
  process.exit(1)
}

const readModels = join(dataDir, 'read-models')
mkdirSync(readModels, { recursive: true, mode: 0o700 })
const ask = () => askForWriting(eventStoreUrl)
await awaitEventStore({ url: eventStoreUrl, ask, report: (line) => log.warn(line) }).catch(giveUp)
const eventLog = connectEventStore(eventStoreUrl)
const content = await openInstallationContent(env.contentUrl, (line) => log.warn(line)).catch(giveUp)
const { keys, root, logId } = await openInstallationKeys(eventLog, env, (line) => log.warn(line)).catch(giveUp)
const catcher = openMessageCatcher(join(dataDir, 'mail'))
const smtp = env.mailUrl === undefined ? undefined : openSmtp(env.mailUrl)
const sendMail = smtp?.send ?? catcher.mail
const ledger = openLedger(eventLog, keys)
const background = await startBackground({
  ledger,
  content,
  billing: {
    provider: await openProvider(env),
    invoicing: { seller: env.seller, tax: { collected: env.collectVat, home: env.homeCountry, numberIn: vatNumberIn } },
    sweepEvery: env.billingSweepSeconds * 1000,
  },
  digest: keys.digest,
  messages: {
    mail: sendMail,
    text: env.smsUrl === undefined ? catcher.text : openTextGateway(env.smsUrl),
    appUrl: env.appUrl,
    mailFrom: env.mailFrom,
    supportEmail: env.supportEmail,
    teamWord: env.teamWordPlural,
    plans: env.plans,
    mustBeVerified: env.mailUrl !== undefined,
  },
  erasing: { keys, removeMessages: catcher.remove },
  redisUrl,
  readModels,
  sweepEvery: defaultSweepEvery,
  invoiceRetentionYears: env.invoiceRetentionYears,
  timeZone: env.timezone,
  log,
}).catch(giveUp)
const redis = connectRedis(redisUrl, (error) => log.warn({ error: error.message }, 'Redis failed'))
const wholeLog = openLogAtAddress(eventStoreUrl)
const kept = await openKeptNotes(env)
const now = () => new Date()
const turns = turnsIn(redis)
const sign = openNotary({
  log: wholeLog,
  folder: treeFolder(dataDir),
  kept,
  keys: notaryKeysOf({ logId, root, notaryKey: env.notaryKey }),
  changes: () => notaryChangesIn(ledger),
  kinds: ownStreamKinds,
  // One process signs at most once in these milliseconds.
  takeTurn: () => turns.take('notary', 55_000),
  timeZone: env.timezone,
  now,
})
const mailing = { send: sendMail, from: env.mailFrom, now }
const places = [
  ...placesOf(env.notaryPublish, treeFolder(dataDir), mailing),
  ...(env.timestampUrl === undefined ? [] : [atAuthority(env.timestampUrl, kept)]),
]
const reading = {
  ledger,
  reminders: expiryReminderQueries(openForReading(readModels, expiryReminders)),
  timeZone: env.timezone,
  mustBeVerified: env.mailUrl !== undefined,
}
const publish = openPublishing({
  places: () => [...places, ...membersPlaces({ ...reading, ...mailing })],
  kept,
  publications: openPublications(ledger),
  record: (event) => recordNext(eventLog, checkpointsStream, event),
  turns,
  clock: { timeZone: env.timezone, now },
  log,
})
const notary = startNotary({
  pass: async (goesOn) => {
    await sign(goesOn)
    await publish()
  },
  dataDir,
  log,
})
let stopping = false
const stop = async (code: number): Promise<void> => {
  if (stopping) return
  stopping = true
  await Promise.all([background.close(), notary.close()])
  redis.disconnect()
  kept.close()
  await wholeLog.close()
  smtp?.close()
  await eventLog.close()
  keys.close()
  process.exit(code)
}
const stopInOrder = (code = 0): void => {
  stop(code).catch((error: Error) => {
    log.error({ error: error.message }, 'shutdown of the workers failed')
    process.exit(1)
  })
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopInOrder())
orphaned = stopInOrder
background.join({
  name: replica,
  contentUrl: env.contentUrl,
  taken: () => giveUp(new Unfit(nameTaken(replica))),
  unfit: (line) => {
    log.fatal(line)
    stopInOrder(EXIT_BAD_CONFIGURATION)
  },
})
log.info('The workers take jobs')
notifySupervisor({ type: 'ready' })
