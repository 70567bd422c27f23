import { BucketAway, BucketRefused } from '#api/adapters/bucket/errors.ts'
import { ContentMissing, DamagedContent } from '#api/adapters/content-store.ts'
import { KeyDestroyed } from '#api/adapters/key-store.ts'
import { ScannerUnavailable } from '#api/adapters/malware-scanner.ts'
import { isRedisFailure } from '#api/adapters/redis.ts'
import { StreamContended } from '#api/event-store/handle-command.ts'
import { Unreadable } from '#api/event-store/ledger.ts'
import { EventStoreFull, EventStoreUnavailable } from '#api/event-store/port.ts'
import { MissingKey } from '#api/event-store/sealing.ts'
import { AwaitsReplicas } from '#api/event-store/waiting-ledger.ts'
import { BrokenFile, ReaderGone } from '#api/read-side/reader-errors.ts'
import { isFileFailure } from '#projections/engine/file-failure.ts'
import { type HttpProblem, unavailable } from './problem.ts'

/** Errors of dependencies that are unavailable; the first kinds pass within seconds or minutes by themselves. */
const passing = [EventStoreUnavailable, StreamContended]
const outages = [KeyDestroyed, MissingKey, ReaderGone]

const busy = 'The service is busy. Please try again.'

/** SQLite's code of a disk that is full. */
const sqliteFull = 13

const isOfFullDisk = (error: unknown): boolean =>
  error instanceof EventStoreFull ||
  (error instanceof Error && 'code' in error && error.code === 'ENOSPC') ||
  (error instanceof Error && 'errcode' in error && error.errcode === sqliteFull)

/** The record's own stream holds an event that this version cannot read (D-105). */
const unreadableRecord =
  'This record holds something that this version cannot read. Nothing was changed. Please tell whoever runs the service.'

/** The file of a read model is damaged, or the disk is; the log holds everything that was in it. */
const unreadableList = 'This cannot be read at the moment; nothing is lost. Please tell whoever runs the service.'

const fullDisk = 'The service is out of room: nothing can be saved until there is some. What you see is as it was.'

const noScanner = 'Files cannot be checked for malware at the moment, so none can be uploaded. Please try again later.'

const noStore = 'Files or keys cannot be reached at the moment; nothing is lost. Please try again in a moment.'

const missingContent = (of: string): string =>
  `${of} is known here, but its content is missing. Please tell whoever runs the service.`

const damagedContent =
  'The content that is kept of this is not what was uploaded, so it is not handed out. Please tell whoever runs the service.'

/** The answer to an error that is neither the caller's nor a mistake of the program: 503, with what a person can do. */
export const outageOf = (error: unknown): HttpProblem | undefined => {
  if (error instanceof Unreadable) return unavailable(unreadableRecord)
  if (error instanceof AwaitsReplicas) return unavailable(error.message, 5)
  if (isOfFullDisk(error)) return unavailable(fullDisk, 60)
  if (error instanceof ContentMissing) return unavailable(missingContent(error.of))
  if (error instanceof DamagedContent) return unavailable(damagedContent)
  if (error instanceof BucketAway || error instanceof BucketRefused) return unavailable(noStore, 30)
  if (error instanceof ScannerUnavailable) return unavailable(noScanner, 60)
  if (error instanceof BrokenFile || isFileFailure(error)) return unavailable(unreadableList)
  const isOneOf = (kinds: readonly (abstract new (...values: never[]) => Error)[]) =>
    kinds.some((kind) => error instanceof kind)
  if (isOneOf(passing) || isRedisFailure(error)) return unavailable(busy, 2)
  return isOneOf(outages) ? unavailable(busy) : undefined
}
