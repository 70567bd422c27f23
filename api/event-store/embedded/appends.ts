import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { AppendReq, AppendResp, DeleteReq, TombstoneReq } from '@eventstore/db-client/generated/streams_pb.js'
import streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import { status } from '@grpc/grpc-js'
import type { Commits } from './commit.ts'
import { type Call, GrpcError, type Method, method, unary } from './grpc.ts'
import {
  EXPECT_ANY,
  EXPECT_NO_STREAM,
  EXPECT_STREAM_EXISTS,
  type Log,
  type Outcome,
  type ProposedEvent,
} from './log.ts'
import {
  appendTooLarge,
  empty,
  expectedOf,
  MAX_APPEND_SIZE,
  nameOf,
  proposedOf,
  sizeOf,
  streamDeleted,
  wrongExpectedVersion,
} from './wire.ts'

/** The classic Append call: one stream, one transaction. The client uses it for calls with their own credentials. */
export function appendMethod(log: Log, commits: Commits): Method {
  return method(StreamsService.append, (call) => {
    const events: ProposedEvent[] = []
    let options: AppendReq.Options | undefined
    let size = 0
    return {
      message(request) {
        options ??= request.getOptions()
        const proposed = request.getProposedMessage()
        if (!proposed) return
        const event = proposedOf(proposed)
        size += sizeOf(event)
        if (size > MAX_APPEND_SIZE) throw appendTooLarge()
        events.push(event)
      },
      end() {
        if (!options) throw new GrpcError(status.INVALID_ARGUMENT, 'Append options are required.')
        const stream = nameOf(options.getStreamIdentifier())
        const expected = expectedOf(options.getExpectedStreamRevisionCase(), options.getRevision())
        commits.submit(
          () => (stillWanted(call) ? log.append(stream, expected, events) : undefined),
          (outcome) => {
            if (!outcome) return call.end(new GrpcError(status.DEADLINE_EXCEEDED, 'Deadline exceeded.'))
            if (outcome.kind === 'stream deleted') return call.end(streamDeleted(stream))
            call.send(appendResponse(outcome, expected))
            call.end()
          },
        )
      },
    }
  })
}

/** Nobody waits for a call that was cancelled or is past its deadline: it must not write. */
const stillWanted = <Response>(call: Call<Response>): boolean => !call.closed && Date.now() < call.deadline

function appendResponse(outcome: Exclude<Outcome, { kind: 'stream deleted' }>, expected: number): AppendResp {
  const response = new streamsPb.AppendResp()
  if (outcome.kind === 'written') {
    const success = new streamsPb.AppendResp.Success()
    if (outcome.revision < 0) success.setNoStream(empty())
    else success.setCurrentRevision(String(outcome.revision))
    if (outcome.position === undefined) success.setNoPosition(empty())
    else success.setPosition(position(new streamsPb.AppendResp.Position(), outcome.position))
    return response.setSuccess(success)
  }
  const wrong = new streamsPb.AppendResp.WrongExpectedVersion()
  if (outcome.current < 0) wrong.setCurrentNoStream(empty())
  else wrong.setCurrentRevision(String(outcome.current))
  if (expected === EXPECT_ANY) wrong.setExpectedAny(empty())
  else if (expected === EXPECT_STREAM_EXISTS) wrong.setExpectedStreamExists(empty())
  else if (expected === EXPECT_NO_STREAM) wrong.setExpectedNoStream(empty())
  else wrong.setExpectedRevision(String(expected))
  return response.setWrongExpectedVersion(wrong)
}

type PositionMessage = { setCommitPosition(value: string): unknown; setPreparePosition(value: string): unknown }

function position<Message extends PositionMessage>(message: Message, value: number): Message {
  message.setCommitPosition(String(value))
  message.setPreparePosition(String(value))
  return message
}

type DeleteOptions = DeleteReq.Options | TombstoneReq.Options

/** Soft delete (the stream can be written again) and tombstone (never again). */
export function deleteMethods(log: Log, commits: Commits): Method[] {
  const run = (call: Call<never>, options: DeleteOptions | undefined, operation: Log['remove']): Promise<number> => {
    const stream = nameOf(options?.getStreamIdentifier())
    const expected = expectedOf(options?.getExpectedStreamRevisionCase() ?? 0, options?.getRevision() ?? '')
    return new Promise((resolve, reject) => {
      commits.submit(
        () => (stillWanted(call) ? operation(stream, expected) : undefined),
        (outcome) => {
          if (outcome?.kind === 'written') return resolve(outcome.position ?? 0)
          if (outcome?.kind === 'stream deleted') return reject(streamDeleted(stream))
          if (outcome) return reject(wrongExpectedVersion(stream, expected, outcome.current))
          reject(new GrpcError(status.DEADLINE_EXCEEDED, 'Deadline exceeded.'))
        },
      )
    })
  }
  const { DeleteResp, TombstoneResp } = streamsPb
  return [
    unary(StreamsService.delete, async (request, call) => {
      const at = await run(call as Call<never>, request.getOptions(), log.remove)
      return new DeleteResp().setPosition(position(new DeleteResp.Position(), at))
    }),
    unary(StreamsService.tombstone, async (request, call) => {
      const at = await run(call as Call<never>, request.getOptions(), log.bury)
      return new TombstoneResp().setPosition(position(new TombstoneResp.Position(), at))
    }),
  ]
}
