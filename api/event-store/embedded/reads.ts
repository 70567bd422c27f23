import { randomUUID } from 'node:crypto'
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import { status } from '@grpc/grpc-js'
import { caughtUp, confirmation, fellBehind, streamNotFound } from './answers.ts'
import type { Commits } from './commit.ts'
import { cursorOf } from './cursor.ts'
import { type Call, GrpcError, type Method, method } from './grpc.ts'
import type { Reader } from './reader.ts'
import { nameOf, numberOf } from './requests.ts'
import { DELETED } from './streams.ts'

/** Reads and catch-up subscriptions, on streams and $all. */
export function readMethod(reader: Reader, commits: Commits): Method {
  return method(StreamsService.read, (call) => ({
    message(request) {
      const options = request.getOptions()
      if (!options) throw new GrpcError(status.INVALID_ARGUMENT, 'Read options are required.')
      const task = options.hasSubscription() ? subscribe(call, options) : read(call, options)
      task.catch((error) => {
        if (!(error instanceof GrpcError)) throw error
        call.end(error)
      })
    },
  }))

  async function read(call: Call, options: ReadReq.Options): Promise<void> {
    const count = numberOf(options.getCount())
    if (count <= 0) throw new GrpcError(status.INVALID_ARGUMENT, 'The count must be positive.')
    const name = streamOf(options)
    if (name !== '$all' && reader.stateOf(name) === 'missing') {
      call.send(streamNotFound(name))
      return call.end()
    }
    const cursor = cursorOf(reader, options, count)
    while (!call.closed) {
      const { frames, end } = cursor.page()
      const taken = frames.length === 0 || call.send(frames)
      if (end) return call.end()
      await (taken ? nextTurn() : call.drained())
    }
  }

  /**
   * Sends what there is, then what is committed. Nothing is queued for a subscriber: each has a cursor and reads on
   * when it has taken what it was sent, so a slow one costs the others nothing.
   */
  async function subscribe(call: Call, options: ReadReq.Options): Promise<void> {
    const cursor = cursorOf(reader, options, DELETED)
    call.send(confirmation(randomUUID()))
    let live = false
    while (!call.closed) {
      const seen = commits.count()
      const { frames, end } = cursor.page()
      let taken = frames.length === 0 || call.send(frames)
      if (end && !live) {
        live = true
        taken = call.send(caughtUp())
      } else if (live && !end && !taken) {
        live = false
        call.send(fellBehind())
      }
      if (!taken) await call.drained()
      else if (!end) await nextTurn()
      if (end && commits.count() === seen) await nextCommit(call, streamOf(options))
    }
  }

  function nextCommit(call: Call, stream: string): Promise<void> {
    return new Promise((resolve) => {
      const forget = commits.onNext(stream, done)
      const forgetClosing = call.onClosed(done)
      function done(): void {
        forget()
        forgetClosing()
        resolve()
      }
    })
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const streamOf = (options: ReadReq.Options): string =>
  options.hasAll() ? '$all' : nameOf(options.getStream()?.getStreamIdentifier())
