import { randomUUID } from 'node:crypto'
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import { status } from '@grpc/grpc-js'
import { caughtUp, confirmation, lastRevision, streamNotFound } from './answers.ts'
import type { Commits } from './commit.ts'
import { cursorOf } from './cursor.ts'
import { type Call, GrpcError, type Method, method, noMessage } from './grpc.ts'
import { asksForLastRevision, checkOptions } from './read-options.ts'
import type { Reader } from './reader.ts'
import { nameOf, numberOf } from './requests.ts'
import { deletedRevision } from './streams.ts'

/** Reads and catch-up subscriptions, of streams and of $all. */
export const readMethod = (reader: Reader, commits: Commits): Method => {
  const read = async (call: Call, options: ReadReq.Options): Promise<void> => {
    const count = numberOf(options.getCount())
    if (count <= 0) throw new GrpcError(status.INVALID_ARGUMENT, 'The count must be positive.')
    const name = streamOf(options)
    if (options.hasStream() && (name === '$all' || reader.stateOf(name) === 'missing')) {
      call.send(streamNotFound(name))
      return call.end()
    }
    const cursor = cursorOf(reader, options, count)
    for (let page = cursor.page(); !call.closed; ) {
      const taken = page.frames.length === 0 || call.send(page.frames)
      if (page.end && asksForLastRevision(options)) call.send(lastRevision(reader.lastRevision(name)))
      if (page.end) return call.end()
      await nextTurn()
      page = cursor.page()
      if (!taken) await call.drained()
    }
  }

  /**
   * Sends the stored events, then those that are committed. Nothing is queued for a subscriber: each has a cursor and
   * reads on once its client has taken what was sent, so a slow one costs the others nothing. `CaughtUp` is sent once;
   * like the server, this never sends `FellBehind`.
   */
  const subscribe = async (call: Call, options: ReadReq.Options): Promise<void> => {
    const cursor = cursorOf(reader, options, deletedRevision)
    call.send(confirmation(randomUUID()))
    let live = false
    let count = commits.count()
    for (let page = cursor.page(); !call.closed; ) {
      const { frames, end } = page
      let taken = frames.length === 0 || call.send(frames)
      if (end && !live) {
        live = true
        cursor.goLive()
        taken = call.send(caughtUp())
      }
      if (!end) await nextTurn()
      else if (!taken) await call.drained()
      if (end && commits.count() === count) await nextCommit(call, streamOf(options))
      if (call.closed) return
      count = commits.count()
      page = cursor.page()
      if (!taken) await call.drained()
    }
  }

  const nextCommit = (call: Call, stream: string): Promise<void> => {
    return new Promise((resolve) => {
      const done = (): void => {
        unsubscribe()
        stopListening()
        resolve()
      }
      const unsubscribe = commits.onNext(stream, done)
      const stopListening = call.onClosed(done)
    })
  }

  return method(StreamsService.read, (call) => {
    let received = false
    return {
      message(request) {
        received = true
        const options = checkOptions(request.getOptions())
        const task = options.hasSubscription() ? subscribe(call, options) : read(call, options)
        task.catch((error) => {
          if (!(error instanceof GrpcError)) throw error
          call.end(error)
        })
      },
      end() {
        if (!received) throw noMessage()
      },
    }
  })
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const streamOf = (options: ReadReq.Options): string =>
  options.hasAll() ? '$all' : nameOf(options.getStream()?.getStreamIdentifier())
