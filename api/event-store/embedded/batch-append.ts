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
import { GrpcError, type Method, method } from './grpc.ts'
import {
  EXPECT_ANY,
  EXPECT_NO_STREAM,
  EXPECT_STREAM_EXISTS,
  type Log,
  type Outcome,
  type ProposedEvent,
} from './log.ts'
import { expectedOf, MAX_APPEND_SIZE, nameOf, proposedOf, sizeOf, uuidOf } from './wire.ts'

type Batch = {
  stream: string
  expected: number
  /** Milliseconds since the epoch. */
  deadline: number
  timer?: NodeJS.Timeout
  events: ProposedEvent[]
  size: number
}

type Result = { error: [message: string, details: Message, name: string] } | { success: BatchAppendResp.Success }

/**
 * One long call per client that carries all its appends, told apart by correlation id. An append may come in parts; it
 * is written when its last part is there, so a call that breaks off leaves nothing half-written. Each correlation id is
 * answered exactly once, whatever goes wrong: a second answer throws inside the client.
 */
export function batchAppendMethod(log: Log, commits: Commits): Method {
  return method(StreamsService.batchAppend, (call) => {
    const batches = new Map<string, Batch>()
    let unanswered = 0
    let ended = false

    const settle = () => {
      if (ended && unanswered === 0) call.end()
    }
    const answer = (id: string, stream: string, result: Result) => {
      clearTimeout(batches.get(id)?.timer)
      batches.delete(id)
      unanswered -= 1
      call.send(response(id, stream, result))
      settle()
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
        (outcome) => answer(id, stream, outcome ? resultOf(outcome, stream, expected) : timedOut()),
      )
    }

    return {
      message(request) {
        const id = uuidOf(request.getCorrelationId())
        const options = request.getOptions()
        let batch = batches.get(id)
        try {
          if (!batch && options) batch = open(id, options)
          // Parts of an append that was answered already, by a time-out or for its size.
          if (!batch) return
          for (const message of request.getProposedMessagesList()) {
            const event = proposedOf(message)
            batch.size += sizeOf(event)
            batch.events.push(event)
          }
        } catch (error) {
          if (!(error instanceof GrpcError)) throw error
          if (!batch) unanswered += 1
          return answer(id, batch?.stream ?? '', badRequest(error.message))
        }
        if (batch.size > MAX_APPEND_SIZE) return answer(id, batch.stream, tooLarge())
        if (request.getIsFinal()) {
          clearTimeout(batch.timer)
          return write(id, batch)
        }
        const { stream, deadline } = batch
        if (Number.isFinite(deadline)) {
          batch.timer ??= setTimeout(() => answer(id, stream, timedOut()), Math.max(0, deadline - Date.now()))
        }
      },
      end() {
        ended = true
        // Appends whose last part never came.
        for (const [id, { stream }] of batches) answer(id, stream, badRequest('The append was not finished.'))
        settle()
      },
    }
  })
}

function response(id: string, stream: string, result: Result): BatchAppendResp {
  const message = new streamsPb.BatchAppendResp()
  message.setCorrelationId(new sharedPb.UUID().setString(id))
  message.setStreamIdentifier(new sharedPb.StreamIdentifier().setStreamName(Buffer.from(stream)))
  if ('success' in result) return message.setSuccess(result.success)
  const [text, details, name] = result.error
  const any = new anyPb.Any()
  any.pack(details.serializeBinary(), `event_store.client.${name}`)
  return message.setError(new statusPb.Status().setCode(codePb.Code.UNKNOWN).setMessage(text).setDetails(any))
}

const timedOut = (): Result => ({ error: ['Timeout', new sharedPb.Timeout(), 'Timeout'] })

const badRequest = (message: string): Result => ({
  error: [message, new sharedPb.BadRequest().setMessage(message), 'BadRequest'],
})

const tooLarge = (): Result => ({
  error: [
    'Maximum append size exceeded',
    new sharedPb.MaximumAppendSizeExceeded().setMaxappendsize(MAX_APPEND_SIZE),
    'MaximumAppendSizeExceeded',
  ],
})

function resultOf(outcome: Outcome, stream: string, expected: number): Result {
  const nothing = new emptyPb.Empty()
  if (outcome.kind === 'stream deleted') {
    const details = new sharedPb.StreamDeleted()
    details.setStreamIdentifier(new sharedPb.StreamIdentifier().setStreamName(Buffer.from(stream)))
    return { error: ['Stream deleted', details, 'StreamDeleted'] }
  }
  if (outcome.kind === 'wrong expected version') {
    const details = new sharedPb.WrongExpectedVersion()
    if (outcome.current < 0) details.setCurrentNoStream(nothing)
    else details.setCurrentStreamRevision(String(outcome.current))
    if (expected === EXPECT_ANY) details.setExpectedAny(nothing)
    else if (expected === EXPECT_STREAM_EXISTS) details.setExpectedStreamExists(nothing)
    else if (expected === EXPECT_NO_STREAM) details.setExpectedNoStream(nothing)
    else details.setExpectedStreamPosition(String(expected))
    return { error: ['Wrong expected version', details, 'WrongExpectedVersion'] }
  }
  const success = new streamsPb.BatchAppendResp.Success()
  if (outcome.revision < 0) success.setNoStream(nothing)
  else success.setCurrentRevision(String(outcome.revision))
  if (outcome.position === undefined) return { success: success.setNoPosition(nothing) }
  const at = new sharedPb.AllStreamPosition().setCommitPosition(String(outcome.position))
  return { success: success.setPosition(at.setPreparePosition(String(outcome.position))) }
}
