import {
  AccessDeniedError,
  ANY,
  BACKWARDS,
  DeadlineExceededError,
  END,
  EventStoreDBClient,
  TimeoutError,
} from '@eventstore/db-client'
import { addressFor, parseAddress } from './address.ts'
import { noRoomText } from './embedded/stored-log.ts'
import { logStream } from './streams.ts'
import { Unfit } from './unfit.ts'

/**
 * Milliseconds that the clock of the event store may be ahead of this machine's: every append carries the time until
 * which it may be carried out, ten seconds from now by this machine's clock.
 */
export const mostAhead = 5000

/** The largest difference that is looked for, in milliseconds: a day. */
const furthest = 86_400_000

/**
 * Whether an append that may be carried out until so many milliseconds from now still comes in time. Nothing is
 * written: it is an append of no events.
 */
type InTime = (milliseconds: number) => Promise<boolean>

const appendsNothing =
  (client: EventStoreDBClient): InTime =>
  (deadline) =>
    client.appendToStream(logStream, [], { expectedRevision: ANY, deadline }).then(
      () => true,
      (error: Error) => {
        if (error instanceof DeadlineExceededError || error instanceof TimeoutError) return false
        // A full disk is no reason not to start: reads go on, and writes when there is room.
        if (error.message.includes(noRoomText)) return true
        throw error
      },
    )

/**
 * By how many milliseconds the clock of the event store is certainly ahead, negative if it may be behind, within a day:
 * by halves. The time that an answer took is taken off, as a busy server may have been late for that long.
 */
const differenceBy = async (isInTime: InTime): Promise<number> => {
  let low = -furthest
  let high = furthest
  for (let width = high - low; width > 1; width /= 2) {
    const middle = Math.round((low + high) / 2)
    const begun = performance.now()
    if (await isInTime(middle)) high = middle
    else low = Math.max(low, middle - (performance.now() - begun))
  }
  return Math.round(low)
}

const connected = async <Result>(
  url: string,
  ask: (client: EventStoreDBClient) => Promise<Result>,
): Promise<Result> => {
  const client = EventStoreDBClient.connectionString(addressFor(url))
  try {
    return await ask(client)
  } finally {
    await client.dispose()
  }
}

/** By how many milliseconds the clock of the event store is ahead of this machine's. */
export const clockAhead = (url: string): Promise<number> =>
  connected(url, (client) => differenceBy(appendsNothing(client)))

const cannotWrite = (url: string): Unfit => {
  const user = parseAddress(url).defaultCredentials?.username
  const who = user === undefined ? 'nobody without a name' : `not the user ${user}`
  return new Unfit(
    `The event store lets ${who} write: name another in EVENTSTORE_URL, or give the right in $userStreamAcl of $settings.`,
  )
}

const clockIsBehind = (milliseconds: number): Unfit =>
  new Unfit(
    `This machine's clock is ${Math.round(milliseconds / 1000)} seconds behind that of the event store in EVENTSTORE_URL, which takes every write for too late: set the clock, such as by timedatectl set-ntp true.`,
  )

/**
 * Asks an event store, once, whether all can be read and whether writes are taken; nothing is written.
 * @throws {Unfit} where this user may not write, or this machine's clock is behind; otherwise what the client throws
 */
export const askForWriting = (url: string): Promise<void> =>
  connected(url, async (client) => {
    for await (const { event } of client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 })) void event
    const isInTime = appendsNothing(client)
    try {
      if (await isInTime(mostAhead)) return
    } catch (error) {
      throw error instanceof AccessDeniedError ? cannotWrite(url) : error
    }
    const ahead = await differenceBy(isInTime)
    if (ahead > mostAhead) throw clockIsBehind(ahead)
  })
