import { randomUUID } from 'node:crypto'
import sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import { status } from '@grpc/grpc-js'
import type { Commits } from './commit.ts'
import { allCursor, type Cursor, streamCursor } from './cursors.ts'
import { type Call, GrpcError, type Method, method } from './grpc.ts'
import type { Reader } from './reader.ts'
import { DELETED } from './streams.ts'
import { nameOf, numberOf } from './wire.ts'

const { ReadResp } = streamsPb
type ReadCall = Call<InstanceType<typeof ReadResp>>

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

  async function read(call: ReadCall, options: ReadReq.Options): Promise<void> {
    const count = numberOf(options.getCount())
    if (count <= 0) throw new GrpcError(status.INVALID_ARGUMENT, 'The count must be positive.')
    const name = streamOf(options)
    if (name !== '$all' && reader.stateOf(name) === 'missing') {
      const identifier = new sharedPb.StreamIdentifier().setStreamName(Buffer.from(name))
      call.send(new ReadResp().setStreamNotFound(new ReadResp.StreamNotFound().setStreamIdentifier(identifier)))
      return call.end()
    }
    const cursor = cursorOf(options, count)
    while (!call.closed) {
      const { frames, end } = cursor.page()
      const taken = frames.length === 0 || call.sendFrames(frames)
      if (end) return call.end()
      await (taken ? nextTurn() : call.drained())
    }
  }

  /**
   * Sends what there is, then what is committed. Nothing is queued for a subscriber: each has a cursor and reads on
   * when it has taken what it was sent, so a slow one costs the others nothing.
   */
  async function subscribe(call: ReadCall, options: ReadReq.Options): Promise<void> {
    const cursor = cursorOf(options, DELETED)
    call.send(new ReadResp().setConfirmation(new ReadResp.SubscriptionConfirmation().setSubscriptionId(randomUUID())))
    let live = false
    while (!call.closed) {
      const seen = commits.count()
      const { frames, end } = cursor.page()
      let taken = frames.length === 0 || call.sendFrames(frames)
      if (end && !live) {
        live = true
        taken = call.send(new ReadResp().setCaughtUp(new ReadResp.CaughtUp()))
      } else if (live && !end && !taken) {
        live = false
        call.send(new ReadResp().setFellBehind(new ReadResp.FellBehind()))
      }
      if (!taken) await call.drained()
      else if (!end) await nextTurn()
      if (end && commits.count() === seen) await nextCommit(call, streamOf(options))
    }
  }

  function nextCommit(call: ReadCall, stream: string): Promise<void> {
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

  function cursorOf(options: ReadReq.Options, count: number): Cursor {
    return options.hasAll() ? allCursor(reader, options, count) : streamCursor(reader, options, count)
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const streamOf = (options: ReadReq.Options): string =>
  options.hasAll() ? '$all' : nameOf(options.getStream()?.getStreamIdentifier())
