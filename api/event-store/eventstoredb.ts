import {
  BACKWARDS,
  CancelledError,
  DeadlineExceededError,
  END,
  EventStoreDBClient,
  TimeoutError,
  UnavailableError,
  UnknownError,
} from '@eventstore/db-client'
import { status } from '@grpc/grpc-js'
import { followAnswers, OutcomeUnknown, openAppends, readAnswers } from './eventstoredb-calls.ts'
import { type EventLog, EventStoreUnavailable, type Listener, type ReadEvent } from './port.ts'
import { type ReadAnswer, readRequest, subscribeRequest } from './read-messages.ts'
import { retry } from './retry.ts'

/** An append whose answer was lost is sent again with the same ids and revision for this long. */
const limits = { milliseconds: 10_000, firstDelay: 50, longestDelay: 1000 }

const unknownOutcomes = [
  ...[CancelledError, DeadlineExceededError, TimeoutError, UnavailableError, UnknownError],
  OutcomeUnknown,
]

/**
 * Where the connection breaks under it, the client throws gRPC's own error instead of one of its kinds. Which status it
 * has depends on what the socket was at: writing into a pipe that is broken is INTERNAL or UNKNOWN.
 */
const unknownStatuses: unknown[] = [
  ...[status.CANCELLED, status.DEADLINE_EXCEEDED, status.UNAVAILABLE],
  ...[status.INTERNAL, status.UNKNOWN],
]

/** Whether what was asked may have happened or not, so that it is asked again. */
export const isUnknownOutcome = (error: unknown): boolean =>
  unknownOutcomes.some((kind) => error instanceof kind) ||
  (error instanceof Error && 'code' in error && unknownStatuses.includes(error.code))

/** Connects to EventStoreDB, or to the embedded node, at an `esdb://` address. */
export const connectEventStore = (url: string): EventLog => {
  const client = EventStoreDBClient.connectionString(url)
  const appendOnce = openAppends(client)

  const untilAnswered = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
    try {
      return await retry(ask, isUnknownOutcome, limits)
    } catch (error) {
      throw isUnknownOutcome(error) ? new EventStoreUnavailable(error) : error
    }
  }

  const append: EventLog['append'] = (stream, expected, events) =>
    untilAnswered(() => appendOnce(stream, expected, events))

  const read = async (stream: string, after: bigint | null = null): Promise<ReadEvent[]> => {
    const request = readRequest(stream, after)
    const answers = await untilAnswered(() => readAnswers(client, request))
    return answers.flatMap((answer) => (answer.kind === 'event' && answer.isJson ? [answer.event] : []))
  }

  const lastPosition = (): Promise<string | null> =>
    untilAnswered(async () => {
      let position: string | null = null
      // Read to its end: a stream that is left early never finishes, and close() waits for it.
      for await (const { event } of client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 })) {
        if (event) position = String(event.position.commit)
      }
      return position
    })

  const subscribe = (from: string | null, listener: Listener, types?: readonly string[]) => {
    let over = false
    const end = (error?: Error) => {
      if (over) return
      over = true
      listener.ended(error)
    }
    const take = (answer: ReadAnswer) => {
      if (over) return
      try {
        if (answer.kind === 'event') listener.event(answer.event)
        else if (answer.kind === 'caught-up') listener.caughtUp()
      } catch (error) {
        end(error instanceof Error ? error : new Error(String(error)))
        void subscription.cancel()
      }
    }
    const subscription = followAnswers(client, subscribeRequest(from, types), take, end)
    return {
      close: async () => {
        over = true
        await subscription.cancel()
      },
    }
  }

  return { append, read, lastPosition, subscribe, close: () => client.dispose() }
}
