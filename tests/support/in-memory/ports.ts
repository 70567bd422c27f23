import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { openContentFolder } from '#api/adapters/content-folder.ts'
import { openKeyStore } from '#api/adapters/key-store.ts'
import { textsAt } from '#api/adapters/open-content.ts'
import { hashPasswordAt } from '#api/adapters/passwords.ts'
import { ProviderAway } from '#api/adapters/payment/payment-provider.ts'
import type { PaymentQuestions } from '#api/adapters/payment/payment-questions.ts'
import type { Env } from '#api/env/env.ts'
import { openLedgerWithTexts } from '#api/event-store/attach-texts.ts'
import { type Ledger, openLedger } from '#api/event-store/ledger.ts'
import { tellingLedger } from '#api/event-store/telling-ledger.ts'
import { openKeptNotes } from '#api/notary/kept-notes.ts'
import { openLogProofs } from '#api/notary/log-proofs.ts'
import { notaryChangesIn, openPublications } from '#api/notary/notary-keys.ts'
import { treeFolder } from '#api/notary/tree-files.ts'
import { openTreeForReading } from '#api/notary/tree-for-reading.ts'
import { openPhotos } from '#api/photos.ts'
import type { Ports } from '#api/ports.ts'
import type { StartApplying } from '#api/read-side/applying.ts'
import { startProjector } from '#api/read-side/projector.ts'
import { openReader } from '#api/read-side/reader.ts'
import { type Readers, resultOf } from '#api/read-side/reader-pool.ts'
import { runProjector } from '#api/read-side/run-projector.ts'
import { notaryKeys, notaryLogId } from '#tests/support/notary-keys.ts'
import { type MemoryEventLog, memoryEventLog } from './event-log.ts'
import { memoryStores } from './stores.ts'

/** The lowest cost of argon2id: the same code in less time. */
const cheapest = { memory: 8, passes: 1, parallelism: 1 }

/** Applies events in this thread. */
const inThisThread =
  (ledger: Ledger, folder: string): StartApplying =>
  (group, hear, ended) => {
    const running = runProjector({ ledger, folder, group }, hear)
    running.catch(ended)
    const order = async (message: Parameters<Awaited<typeof running>>[0]) => {
      await (await running)(message)
      if (message.type === 'close') ended(new Error('The read models were closed'))
    }
    return { order: (message) => void order(message), terminate: () => {} }
  }

/** Runs queries in this thread. */
const readersIn = (folder: string): Readers => {
  const { answer, reopen, close } = openReader(folder)
  return { run: async (...query) => resultOf(answer(...query)), reopen, close: async () => close() }
}

/** Rebuilds need threads and an event store; here every rebuild is refused. */
const noRebuilds = {
  start: () => undefined,
  find: () => undefined,
  swap: async () => undefined,
  rollBack: async () => undefined,
  discard: async () => {},
  replayMetrics: () => Promise.reject(new Error('A replay needs an event store: start the full app')),
  close: async () => {},
}

const stop = (error: Error | string) => {
  throw error
}

/** Nobody is asked: tests of payments bring a provider. */
const noPayments: PaymentQuestions = {
  name: 'sandbox',
  coupon: async () => null,
  quote: () => Promise.reject(new ProviderAway('There is no payment provider')),
  clientToken: async () => null,
}

/** What replicas share. */
const sharedByReplicas = () => ({
  keys: openKeyStore(':memory:', Buffer.alloc(32)),
  log: memoryEventLog(),
  stores: memoryStores(),
})

/**
 * Ports of an isolated API, or of a replica beside another: log and shared stores in memory, files in its data folder.
 */
export const memoryPorts = async (
  env: Env,
  _logger?: Logger,
  report: (line: string) => void = stop,
  { keys, log, stores } = sharedByReplicas(),
) => {
  const folder = join(env.dataDir, 'read-models')
  await mkdir(folder)
  const ledger = tellingLedger(openLedger(log, keys), stores.replicas.endedRights.tell)
  const content = await openContentFolder(fileURLToPath(env.contentUrl), Date.now())
  const disk = { free: Number.POSITIVE_INFINITY }
  const applying = inThisThread(openLedgerWithTexts(log, keys, textsAt(env.contentUrl)), folder)
  const projector = await startProjector({ startApplying: applying, report, died: stop })
  const photos = openPhotos()
  const tree = openTreeForReading(log.whole, treeFolder(env.dataDir), treeFolder(env.dataDir, 'api'))
  return {
    log,
    keys,
    ledger,
    content,
    disk,
    payments: noPayments,
    proofs: openLogProofs({
      logId: notaryLogId,
      keys: notaryKeys,
      changes: () => notaryChangesIn(ledger),
      publications: openPublications(ledger),
      kept: await openKeptNotes(env),
      tree,
      log: log.whole,
    }),
    stores,
    readModels: { folder, readers: readersIn(folder) },
    projector,
    rebuilds: noRebuilds,
    uploads: { freeSpace: async () => disk.free, jpegOf: photos.jpegOf, pictureOf: photos.pictureOf },
    hashing: {
      hashPassword: (password) => hashPasswordAt(cheapest, password),
      isOutdatedHash: () => false,
    },
    close: async () => {
      photos.close()
      await tree.close()
      await projector.close()
      keys.close()
    },
  } satisfies Ports & { log: MemoryEventLog; disk: { free: number } }
}
