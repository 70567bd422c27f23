import codePb from '@eventstore/db-client/generated/code_pb.js'
import sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import statusPb from '@eventstore/db-client/generated/status_pb.js'
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import type { Message } from 'google-protobuf'
import anyPb from 'google-protobuf/google/protobuf/any_pb.js'
import emptyPb from 'google-protobuf/google/protobuf/empty_pb.js'
import type { Commits } from './commit.ts'
import { partOf } from './decode.ts'
import { Frames } from './encode.ts'
import { frame, GrpcError, type Method, method } from './grpc.ts'
import {
  EXPECT_ANY,
  EXPECT_NO_STREAM,
  EXPECT_STREAM_EXISTS,
  type Log,
  type Outcome,
  type ProposedEvent,
} from './log.ts'
import { checked, expectedOf, MAX_APPEND_SIZE, nameOf, sizeOf } from './wire.ts'

type Batch = {
  stream: string
  expected: number
  /** Milliseconds since the epoch. */
  deadline: number
  timer?: NodeJS.Timeout
  events: ProposedEvent[]
  size: number
}

type Failure = [message: string, details: Message, name: string]

/**
 * One long call per client that carries all its appends, told apart by correlation id. An append may come in parts; it
 * is written when its last part is there, so a call that breaks off leaves nothing half-written. Each correlation id is
 * answered exactly once, whatever goes wrong: a second answer throws inside the client.
 */
export function batchAppendMethod(log: Log, commits: Commits): Method {
  return method({ ...StreamsService.batchAppend, requestDeserialize: partOf }, (call) => {
    const batches = new Map<string, Batch>()
    let unanswered = 0
    let ended = false
    const frames = new Frames(2048)

    const settle = () => {
      if (ended && unanswered === 0) call.end()
    }
    const answered = (id: string, frames: Buffer) => {
      clearTimeout(batches.get(id)?.timer)
      batches.delete(id)
      unanswered -= 1
      call.sendFrames(frames)
      settle()
    }
    const refuse = (id: string, stream: string, failure: Failure) => answered(id, frame(refusal(id, stream, failure)))
    const answer = (id: string, stream: string, expected: number, outcome: Outcome) => {
      if (outcome.kind !== 'written') return refuse(id, stream, failureOf(outcome, stream, expected))
      if (outcome.position === undefined) return answered(id, frame(nothingAppended(id, stream, outcome.revision)))
      frames.appended(id, stream, outcome.revision, outcome.position)
      answered(id, frames.take())
    }
    const open = (id: string, options: BatchAppendReq.Options): Batch => {
      const stream = nameOf(options.getStreamIdentifier())
      const expected = expectedOf(options.getExpectedStreamPositionCase(), options.getStreamPosition())
      const deadline = options.getDeadline()?.toDate().getTime() ?? Number.POSITIVE_INFINITY
      const batch: Batch = { stream, expected, deadline, events: [], size: 0 }
      batches.set(id, batch)
      unanswered += 1
      return batch
    }
    const write = (id: string, { stream, expected, deadline, events }: Batch) => {
      batches.delete(id)
      commits.submit(
        () => (call.closed || Date.now() >= deadline ? undefined : log.append(stream, expected, events)),
        (outcome) => (outcome ? answer(id, stream, expected, outcome) : refuse(id, stream, timedOut())),
      )
    }

    return {
      message({ id, options, proposed, isFinal }) {
        let batch = batches.get(id)
        try {
          if (!batch && options) batch = open(id, options)
          // Parts of an append that was answered already, by a time-out or for its size.
          if (!batch) return
          for (const each of proposed) {
            const event = checked(each)
            batch.size += sizeOf(event)
            batch.events.push(event)
          }
        } catch (error) {
          if (!(error instanceof GrpcError)) throw error
          if (!batch) unanswered += 1
          return refuse(id, batch?.stream ?? '', badRequest(error.message))
        }
        if (batch.size > MAX_APPEND_SIZE) return refuse(id, batch.stream, tooLarge())
        if (isFinal) {
          clearTimeout(batch.timer)
          return write(id, batch)
        }
        const { stream, deadline } = batch
        if (Number.isFinite(deadline)) {
          batch.timer ??= setTimeout(() => refuse(id, stream, timedOut()), Math.max(0, deadline - Date.now()))
        }
      },
      end() {
        ended = true
        // Appends whose last part never came.
        for (const [id, { stream }] of batches) refuse(id, stream, badRequest('The append was not finished.'))
        settle()
      },
    }
  })
}

function responseTo(id: string, stream: string): BatchAppendResp {
  const message = new streamsPb.BatchAppendResp()
  message.setCorrelationId(new sharedPb.UUID().setString(id))
  return message.setStreamIdentifier(new sharedPb.StreamIdentifier().setStreamName(Buffer.from(stream)))
}

function refusal(id: string, stream: string, [text, details, name]: Failure): Uint8Array {
  const any = new anyPb.Any()
  any.pack(details.serializeBinary(), `event_store.client.${name}`)
  const error = new statusPb.Status().setCode(codePb.Code.UNKNOWN).setMessage(text).setDetails(any)
  return responseTo(id, stream).setError(error).serializeBinary()
}

/** The answer to an append of no events, which has no place in the log. */
function nothingAppended(id: string, stream: string, revision: number): Uint8Array {
  const nothing = new emptyPb.Empty()
  const success = new streamsPb.BatchAppendResp.Success().setNoPosition(nothing)
  if (revision < 0) success.setNoStream(nothing)
  else success.setCurrentRevision(String(revision))
  return responseTo(id, stream).setSuccess(success).serializeBinary()
}

const timedOut = (): Failure => ['Timeout', new sharedPb.Timeout(), 'Timeout']

const badRequest = (message: string): Failure => [message, new sharedPb.BadRequest().setMessage(message), 'BadRequest']

const tooLarge = (): Failure => [
  'Maximum append size exceeded',
  new sharedPb.MaximumAppendSizeExceeded().setMaxappendsize(MAX_APPEND_SIZE),
  'MaximumAppendSizeExceeded',
]

type Refused = Exclude<Outcome, { kind: 'written' }>

function failureOf(outcome: Refused, stream: string, expected: number): Failure {
  const nothing = new emptyPb.Empty()
  if (outcome.kind === 'stream deleted') {
    const details = new sharedPb.StreamDeleted()
    details.setStreamIdentifier(new sharedPb.StreamIdentifier().setStreamName(Buffer.from(stream)))
    return ['Stream deleted', details, 'StreamDeleted']
  }
  const details = new sharedPb.WrongExpectedVersion()
  if (outcome.current < 0) details.setCurrentNoStream(nothing)
  else details.setCurrentStreamRevision(String(outcome.current))
  if (expected === EXPECT_ANY) details.setExpectedAny(nothing)
  else if (expected === EXPECT_STREAM_EXISTS) details.setExpectedStreamExists(nothing)
  else if (expected === EXPECT_NO_STREAM) details.setExpectedNoStream(nothing)
  else details.setExpectedStreamPosition(String(expected))
  return ['Wrong expected version', details, 'WrongExpectedVersion']
}
