import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { removeForeign } from '#projections/engine/foreign-files.ts'
import { removeLeftovers } from '#projections/engine/replace-file.ts'
import { projections } from '#projections/registry.ts'
import type { ContentStore } from './adapters/content-store.ts'
import type { KeyStore } from './adapters/key-store.ts'
import { askClamd, type FindMalware } from './adapters/malware-scanner.ts'
import { hashPassword, isOutdatedHash } from './adapters/passwords.ts'
import { openQuestions, type PaymentSettings } from './adapters/payment/open-payments.ts'
import type { PaymentQuestions } from './adapters/payment/payment-questions.ts'
import { redisStores, type SharedStores } from './adapters/shared-stores.ts'
import { freeAt } from './adapters/storage.ts'
import type { Env } from './env/env.ts'
import { connectEventStore } from './event-store/eventstoredb.ts'
import { awaitEventStore } from './event-store/first-contact.ts'
import { foreignPlacesOf } from './event-store/foreign-places.ts'
import { type Ledger, openLedger } from './event-store/ledger.ts'
import { openLogAtAddress } from './event-store/log-at-address.ts'
import { tellingLedger } from './event-store/telling-ledger.ts'
import { Unfit } from './event-store/unfit.ts'
import { requireReadersIn, waitingLedger } from './event-store/waiting-ledger.ts'
import { askForWriting } from './event-store/writing.ts'
import type { JpegOfPhoto } from './http/photo-uploads.ts'
import { openInstallationContent } from './installation/content.ts'
import { openInstallationKeys } from './installation/keys.ts'
import { version } from './installation/version.ts'
import { openKeptNotes } from './notary/kept-notes.ts'
import { type LogProofs, openLogProofs } from './notary/log-proofs.ts'
import { notaryChangesIn, notaryKeysOf, openPublications } from './notary/notary-keys.ts'
import { treeFolder } from './notary/tree-files.ts'
import { openTreeForReading } from './notary/tree-for-reading.ts'
import type { PictureOf } from './packs/read-contents.ts'
import { openPhotos } from './photos.ts'
import { inThread } from './read-side/applying.ts'
import { buildInThreads } from './read-side/first-builds.ts'
import { type ReplayMetrics, replayMetricsIn } from './read-side/metrics-replay.ts'
import { type Projector, startProjector } from './read-side/projector.ts'
import { openReaderPool, type Readers } from './read-side/reader-pool.ts'
import { openRebuilds } from './read-side/rebuilds.ts'
import type { Rebuilds } from './services/operations/rebuilds.ts'

/** The dependencies of the API: other systems, files, and background threads. */
export type Ports = {
  keys: KeyStore
  ledger: Ledger
  content: ContentStore
  payments: PaymentQuestions
  stores: SharedStores
  /** What can be proved of the log. */
  proofs: LogProofs
  /** The folder that `projector` maintains, and the threads that read there. */
  readModels: { folder: string; readers: Readers }
  projector: Projector
  rebuilds: Rebuilds & { replayMetrics: ReplayMetrics; close: () => Promise<void> }
  uploads: {
    /** Bytes that are free on the disk of the data folder. */
    freeSpace: () => Promise<number>
    /** Scans uploaded files, where the installation has a scanner. */
    findMalware?: FindMalware
    /** Makes a JPEG of a HEIC, in a confined process. */
    jpegOf: JpegOfPhoto
    /** Draws a small picture of what was uploaded, in a confined process. */
    pictureOf: PictureOf
  }
  hashing: {
    hashPassword: (password: string) => Promise<string>
    /** Whether a hash was made at another cost than `hashPassword` has. */
    isOutdatedHash: (hash: string) => boolean
  }
  close: () => Promise<void>
}

export type PortsSetup = {
  env: Pick<Env, 'dataDir' | 'contentUrl' | 'keysUrl' | 'masterKey' | 'notaryKey' | 'scannerUrl'> & PaymentSettings
  eventStoreUrl: string
  redisUrl: string
  /** Called with each interruption. */
  report: (line: string) => void
  /** Called when the process can no longer do its work. */
  failed: (error: Error) => void
}

/** Connects everything; `close` disconnects it in reverse order. */
export const connectPorts = async (setup: PortsSetup): Promise<Ports> => {
  const { env, eventStoreUrl, redisUrl, report, failed } = setup
  const folder = join(env.dataDir, 'read-models')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  await awaitEventStore({ url: eventStoreUrl, ask: () => askForWriting(eventStoreUrl), report })
  const log = connectEventStore(eventStoreUrl)
  const content = await openInstallationContent(env.contentUrl, report)
  const { masterKey, root, keys, logId } = await openInstallationKeys(log, env, report)
  const stores = redisStores(redisUrl, keys.digest)
  const unfit = await stores.unfitFor(logId)
  if (unfit) throw new Unfit(unfit)
  const projecting = { eventStoreUrl, folder, contentUrl: env.contentUrl, keysUrl: env.keysUrl, masterKey }
  removeLeftovers(folder)
  await removeForeign(folder, projections, foreignPlacesOf(log), report)
  const startApplying = inThread(projecting)
  const startBuilds = buildInThreads(projecting)
  const projector = await startProjector({ startApplying, startBuilds, report, forget: keys.forget, died: failed })
  const photos = openPhotos()
  const wholeLog = openLogAtAddress(eventStoreUrl)
  const kept = await openKeptNotes(env)
  const tree = openTreeForReading(wholeLog, treeFolder(env.dataDir), treeFolder(env.dataDir, 'api'))
  const ledger = openLedger(log, keys)
  const { endedRights, known } = stores.replicas
  return {
    keys,
    ledger: waitingLedger(tellingLedger(ledger, endedRights.tell), requireReadersIn(version, known)),
    content,
    payments: await openQuestions(env),
    proofs: openLogProofs({
      logId,
      keys: notaryKeysOf({ logId, root, notaryKey: env.notaryKey }),
      changes: () => notaryChangesIn(ledger),
      publications: openPublications(ledger),
      kept,
      tree,
      log: wholeLog,
    }),
    stores,
    readModels: { folder, readers: openReaderPool(folder) },
    projector,
    rebuilds: { ...openRebuilds(projecting, projector), replayMetrics: replayMetricsIn(projecting) },
    uploads: {
      freeSpace: () => freeAt(env.dataDir),
      ...(env.scannerUrl && { findMalware: askClamd(env.scannerUrl) }),
      jpegOf: photos.jpegOf,
      pictureOf: photos.pictureOf,
    },
    hashing: { hashPassword, isOutdatedHash },
    close: async () => {
      photos.close()
      await projector.close()
      await tree.close()
      await stores.close()
      kept.close()
      await wholeLog.close()
      await log.close()
      keys.close()
    },
  }
}
