import { v7 as newUuid, v4 as randomUuid } from 'uuid'
import { contentLogId, markContent } from '#api/adapters/open-content.ts'
import { readKept } from '#api/adapters/open-keys.ts'
import { storagePlaceAt } from '#api/adapters/storage-place.ts'
import { eventIdOf } from '#api/event-store/command-ids.ts'
import { logIdOf } from '#api/event-store/founding.ts'
import { type Ledger, openLedger } from '#api/event-store/ledger.ts'
import { unfinishedCopyIn } from '#api/event-store/log-copy.ts'
import { type EventLog, type ExpectedRevision, WrongExpectedRevision } from '#api/event-store/port.ts'
import { noKeys } from '#api/event-store/sealing.ts'
import { logStream } from '#api/event-store/streams.ts'
import { Unfit } from '#api/event-store/unfit.ts'
import type { InstallationEvent, NotaryEvent } from '#schemas/events/operation.ts'
import { CommandId } from '#schemas/ids.ts'
import { version } from './version.ts'

/** Where what is kept beside a log lies. */
export type Location = { keysUrl: string; contentUrl: string }

/** The stores beside a log, with the id of the log that they belong to; without one if an earlier version wrote it. */
export const keptBeside = async (location: Location): Promise<{ file: string; logId: string }[]> => {
  const keyPlace = await storagePlaceAt(location.keysUrl)
  const place = await storagePlaceAt(location.contentUrl)
  const keys = await readKept(keyPlace, async (kept) => kept?.note('log'))
  const content = await contentLogId(place)
  return [
    ...(keys === undefined ? [] : [{ file: keyPlace.where, logId: keys }]),
    ...(content === undefined ? [] : [{ file: place.where, logId: content }]),
  ]
}

/** The log as it is read before there are keys. */
export const unsealed = (log: EventLog): Ledger => openLedger(log, noKeys)

/** Records an event of the installation itself in a stream whose last revision is known. */
const recordAfter = (
  log: EventLog,
  stream: string,
  expected: ExpectedRevision,
  event: InstallationEvent | NotaryEvent,
): Promise<string> => {
  const commandId = CommandId.parse(newUuid())
  const nobody = { actor: null, impersonator: null, teamId: null, causationId: null, requestId: null }
  const via = { kind: 'worker', id: stream } as const
  const metadata = { ...nobody, at: new Date().toISOString(), via, commandId, correlationId: commandId, version: 1 }
  return log.append(stream, expected, [{ ...event, id: eventIdOf(commandId, stream, 0), metadata }])
}

/** Records an event as the next of its stream. */
export const recordNext = async (log: EventLog, stream: string, event: NotaryEvent): Promise<void> => {
  await recordAfter(log, stream, (await log.read(stream)).at(-1)?.revision ?? 'no-stream', event)
}

/** Records an event as the first of its stream, unless another process was first. */
export const recordFirst = async (log: EventLog, stream: string, event: InstallationEvent): Promise<void> => {
  try {
    await recordAfter(log, stream, 'no-stream', event)
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error
  }
}

/** Why the log of the event store is not that of something kept beside it, in one line that says what to do. */
export const foreignTo = (log: string | undefined, { file, logId }: { file: string; logId?: string }): string => {
  const found = log === undefined ? 'has an empty log' : `has the log ${log}`
  const [owner, own] = logId === undefined ? ['another log', 'that log'] : [`the log ${logId}`, `the log ${logId}`]
  const back = `set EVENTSTORE_URL to ${own} or restore it, or set DATA_DIR, CONTENT_URL and KEYS_URL to what belongs to this one.`
  return `The event store ${found}, but ${file} belongs to ${owner}: ${back}`
}

/** Why a copy that was begun is no log to work on, in one line that says what to do. */
const unfinishedCopyOf = (logId: string): string =>
  `The event store has a copy of the log ${logId} that was begun and not ended: end it with siteledger log copy, from the same source, or set EVENTSTORE_URL to another log.`

/**
 * Compares the id of a log with what is kept beside it (D-110), and writes nothing. A log without an id passes: it is
 * empty, an older copy, or an earlier version's.
 * @throws {Unfit} when they do not belong together, and for a copy that lacks events (D-112)
 */
export const checkLog = async (log: EventLog, location: Location): Promise<void> => {
  const copied = await unfinishedCopyIn(log)
  if (copied !== undefined) throw new Unfit(unfinishedCopyOf(copied))
  const id = await logIdOf(unsealed(log))
  const foreign = (await keptBeside(location)).find(({ logId }) => id !== undefined && logId !== id)
  if (foreign) throw new Unfit(foreignTo(id, foreign))
}

/** Why an empty log cannot be that of what is kept here, such as `keys` of people; undefined if nothing is kept. */
export const emptyBeside = async (location: Location, keys: string | undefined): Promise<string | undefined> => {
  const [kept] = await keptBeside(location)
  if (kept) return foreignTo(undefined, kept)
  return keys === undefined ? undefined : foreignTo(undefined, { file: keys })
}

/** Founds a log that has no id yet, as the first that is recorded in it; returns the id, with which content is marked. */
export const foundLog = async (log: EventLog, location: Location): Promise<string> => {
  const kept = (await keptBeside(location))[0]?.logId
  if ((await logIdOf(unsealed(log))) === undefined) {
    const data = { id: kept ?? randomUuid(), version }
    await recordFirst(log, logStream, { type: 'LogFounded', data })
  }
  const id = await logIdOf(unsealed(log))
  if (id === undefined) throw new Unfit(`The event store has a stream "${logStream}" that is not this product's.`)
  await markContent(await storagePlaceAt(location.contentUrl), id)
  return id
}
