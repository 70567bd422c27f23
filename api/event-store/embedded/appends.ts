import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { status } from '@grpc/grpc-js'
import {
  appendAnswer,
  badRequest,
  batchAnswer,
  maxAppendSize,
  noRoom,
  Refusal,
  removalAnswer,
  streamDeleted,
  timedOut,
  tooLarge,
  type Written,
  wrongExpectedVersion,
} from './answers.ts'
import type { Commits } from './commit.ts'
import { type Call, GrpcError, type Method, method, noMessage, type Receiver } from './grpc.ts'
import type { Log, Outcome, ProposedEvent } from './log.ts'
import { Frames } from './protobuf.ts'
import { eventIn, type Part, partIn, sizeOf, type Target, targetIn } from './requests.ts'

type Result = Written | Refusal

/** An append that is being received. */
type Incoming = Target & { events: ProposedEvent[]; size: number; timer?: NodeJS.Timeout }

const incoming = (part: Part): Incoming => ({ ...targetIn(part.options), events: [], size: 0 })

/** Adds a part's events. Throws if an event is invalid or the append has become too large. */
const addPart = (append: Incoming, { proposed }: Part): void => {
  for (const message of proposed) {
    const event = eventIn(message)
    append.size += sizeOf(event)
    append.events.push(event)
  }
  if (append.size > maxAppendSize) throw tooLarge()
}

/** The calls that write: Append, BatchAppend, Delete and Tombstone. */
export const appendMethods = (log: Log, commits: Commits): Method[] => {
  const { append, batchAppend, delete: remove, tombstone } = StreamsService
  const inParts = { id: 1, options: 2, proposed: 3, final: 4 }
  const inTurn = { options: 1, proposed: 2 }
  /** Writes in the next transaction, unless the call is closed, its deadline has passed or the disk is full by then. */
  const write = (call: Call, target: Target, operation: () => Outcome, respond: (result: Result) => void): void => {
    const deadline = Math.min(call.deadline, target.deadline)
    commits.submit(
      () => {
        if (call.closed || Date.now() >= deadline) return 'too late'
        return commits.hasRoom() ? operation() : 'no room'
      },
      (outcome) => {
        if (outcome === 'too late') respond(timedOut())
        else if (outcome === 'no room') respond(noRoom())
        else if (outcome.kind === 'stream deleted') respond(streamDeleted(target.stream))
        else if (outcome.kind === 'wrong expected version') respond(wrongExpectedVersion(target, outcome.current))
        else respond(outcome)
      },
    )
  }

  /**
   * One long-lived call per client carries all its appends, identified by correlation id. An append may come in several
   * parts and is written once its last part has arrived, so a call that breaks off leaves no partial append. Each
   * correlation id gets exactly one answer, whatever fails: a second answer throws inside the client.
   */
  const appendMany = (call: Call): Receiver<Part> => {
    const batches = new Map<string, Incoming>()
    const answers = new Frames(4096)
    let unanswered = 0
    let ended = false

    const send = () => {
      if (answers.size > 0) call.send(answers.drain())
      if (ended && unanswered === 0) call.end()
    }
    const answer = (id: string, stream: string, result: Result) => {
      clearTimeout(batches.get(id)?.timer)
      batches.delete(id)
      unanswered -= 1
      // The answers of one commit are sent together.
      if (answers.size === 0) process.nextTick(send)
      batchAnswer(answers, id, stream, result)
    }
    return {
      message(part) {
        const { id, options, final } = part
        let batch = batches.get(id)
        // Ignores further parts of an append that was already answered, because of a time-out or its size.
        if (!batch && !options) return
        if (!batch) unanswered += 1
        try {
          batch ??= incoming(part)
          batches.set(id, batch)
          // As on the server, a passed deadline is reported before any error in the events.
          if (Date.now() >= batch.deadline) return answer(id, batch.stream, timedOut())
          addPart(batch, part)
        } catch (error) {
          if (!(error instanceof GrpcError)) throw error
          return answer(id, batch?.stream ?? '', error instanceof Refusal ? error : badRequest(error.message))
        }
        const { stream, expected, deadline, events } = batch
        if (final) {
          clearTimeout(batch.timer)
          batches.delete(id)
          const append = () => log.append(stream, expected, events)
          write(call, batch, append, (result) => answer(id, stream, result))
        } else if (Number.isFinite(deadline)) {
          batch.timer ??= setTimeout(() => answer(id, stream, timedOut()), Math.max(0, deadline - Date.now()))
        }
      },
      end() {
        ended = true
        for (const [id, { stream }] of batches) answer(id, stream, badRequest('The append was not finished.'))
        if (answers.size === 0) send()
      },
    }
  }

  /**
   * The classic Append, which the client uses for calls with their own credentials: one stream, one transaction,
   * written at the end of the call.
   */
  const appendOne = (call: Call): Receiver<Part> => {
    let batch: Incoming | undefined
    return {
      message(part) {
        if (batch && part.options) throw new GrpcError(status.INVALID_ARGUMENT, 'An append has its options once.')
        batch ??= incoming(part)
        addPart(batch, part)
      },
      end() {
        if (!batch) throw noMessage()
        const { stream, expected, events } = batch
        const append = () => log.append(stream, expected, events)
        write(call, batch, append, (result) => {
          if (result instanceof Refusal && result.kind !== 'WrongExpectedVersion') return call.end(result)
          call.send(appendAnswer(result))
          call.end()
        })
      },
    }
  }

  /** A soft delete, after which the stream can be written to again, or a tombstone, which is final. */
  const removeWith = (operation: Log['remove'], call: Call): Receiver<Part> => {
    let received = false
    return {
      message(part) {
        received = true
        const target = targetIn(part.options)
        const remove = () => operation(target.stream, target.expected)
        write(call, target, remove, (result) => {
          if (result instanceof Refusal) return call.end(result)
          call.send(removalAnswer(result.position ?? 0))
          call.end()
        })
      },
      end() {
        if (!received) throw noMessage()
      },
    }
  }

  return [
    method({ ...batchAppend, requestDeserialize: partIn(inParts) }, appendMany),
    method({ ...append, requestDeserialize: partIn(inTurn) }, appendOne),
    method({ ...remove, requestDeserialize: partIn(inTurn) }, (call) => removeWith(log.remove, call)),
    method({ ...tombstone, requestDeserialize: partIn(inTurn) }, (call) => removeWith(log.tombstone, call)),
  ]
}
