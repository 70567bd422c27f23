import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Env } from '#api/env/env.ts'
import { hostsOf } from '#api/event-store/address.ts'
import { askEventStore } from '#api/event-store/eventstoredb.ts'
import { awaitEventStore, refusalAt } from '#api/event-store/first-contact.ts'
import { openLogAtAddress } from '#api/event-store/log-at-address.ts'
import { openLogFile, openTargetFile } from '#api/event-store/log-file.ts'
import { CannotCopy, type TargetLog, type WholeLog } from '#api/event-store/whole-log.ts'
import { exitCodes, Failure } from '#cli/failure.ts'

/** Where a log is: at an address, or in a folder, which is a `DATA_DIR` or a backup. */
export type Place =
  | { kind: 'address'; url: string }
  | { kind: 'folder'; folder: string; file: string; isBackup: boolean }

const isAddress = (text: string): boolean => /^esdb(\+discover)?:/.test(text)
const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile()

/**
 * The place that somebody names: an address, a folder, or a file that holds an address, whose password is then in no
 * list of processes. Without a name it is the log of this installation.
 */
export const placeOf = (named: string | undefined, { eventStoreUrl, dataDir }: Env): Place => {
  const text = named ?? eventStoreUrl ?? dataDir
  if (isAddress(text)) return { kind: 'address', url: text }
  const path = resolve(text)
  if (isFile(path)) return { kind: 'address', url: readFileSync(path, 'utf8').trim() }
  const isBackup = existsSync(join(path, 'manifest.json'))
  return { kind: 'folder', folder: path, file: join(path, 'events.sqlite'), isBackup }
}

/** The name of a place in messages, without its password. */
export const nameOf = (place: Place): string => (place.kind === 'folder' ? place.folder : hostsOf(place.url))

export const isSamePlace = (one: Place, other: Place): boolean =>
  one.kind === 'folder' && other.kind === 'folder' && one.file === other.file

/** Whether a place is a folder without a log. */
export const isEmptyPlace = (place: Place): boolean => place.kind === 'folder' && !existsSync(place.file)

/** Milliseconds within which an event store has to answer for the first time. */
const patience = 10_000

/** gRPC's codes of a caller who may not do this, and of one who is not known. */
const notPermitted = [7, 16]

/** Says what is wrong with an address in terms of whoever named it. */
const inTermsOf = (named: string | undefined, text: string): string =>
  named === undefined ? text : text.replaceAll('EVENTSTORE_URL', 'the address')

/** The error with which an event store answers for the first time, or does not; undefined if it answers. */
const errorOf = async (url: string): Promise<Error | undefined> => {
  // A timer that holds the process: between two tries the client holds nothing, and Node would end it.
  const late = Promise.withResolvers<Error>()
  const timer = setTimeout(() => late.resolve(new Error(`nothing came within ${patience / 1000} seconds`)), patience)
  const asked = askEventStore(url).then(
    () => undefined,
    (reason: Error) => reason,
  )
  return Promise.race([asked, late.promise]).finally(() => clearTimeout(timer))
}

/** Called with a line while an event store does not answer. */
type Waiting = (line: string) => void

/**
 * Ensures that the event store of an address answers; with `waiting` within two minutes.
 * @throws {Failure} with the exit code of the command line: wrong usage, not permitted or not reachable
 */
const contact = async (url: string, named: string | undefined, waiting?: Waiting): Promise<void> => {
  const ask = async () => {
    const error = await errorOf(url)
    if (error) throw error
  }
  const report: Waiting = (line) => waiting?.(inTermsOf(named, line))
  // What is wrong in the end is said below.
  if (waiting) await awaitEventStore({ url, ask, report }).catch(() => undefined)
  const error = await errorOf(url)
  if (error === undefined) return
  if (error.name === 'Unfit') throw new Failure(inTermsOf(named, error.message), exitCodes.wrongUsage)
  const [why] = error.message.split('\n')
  const refusal = await refusalAt(error, url)
  const words = inTermsOf(named, refusal ?? `The event store of EVENTSTORE_URL does not answer: ${why}`)
  const isRefused = 'code' in error && notPermitted.includes(error.code as number)
  throw new Failure(words, isRefused ? exitCodes.notPermitted : exitCodes.serverUnreachable)
}

/**
 * Opens the log at a place for reading; `named` is what somebody called it. With `waiting` an address may answer later.
 * @throws {Failure} for an address, and CannotCopy for a folder, where there is none to be read
 */
export const openPlace = async (place: Place, named?: string, waiting?: Waiting): Promise<WholeLog> => {
  if (place.kind === 'folder') {
    if (!existsSync(place.file)) throw new CannotCopy(`There is no log in ${place.folder}: it has no events.sqlite.`)
    return openLogFile(place.file, place.isBackup)
  }
  await contact(place.url, named, waiting)
  return openLogAtAddress(place.url)
}

/**
 * Opens the log at a place for writing; a folder without one gets one.
 * @throws {Failure} for an address, and CannotStart for a folder, where nothing can be written
 */
export const openTarget = async (place: Place, named?: string, waiting?: Waiting): Promise<TargetLog> => {
  if (place.kind === 'folder') return openTargetFile(place.file)
  await contact(place.url, named, waiting)
  return openLogAtAddress(place.url)
}
