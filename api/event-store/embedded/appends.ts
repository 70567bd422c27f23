import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { status } from '@grpc/grpc-js'
import {
  appendAnswer,
  badRequest,
  batchAnswer,
  MAX_APPEND_SIZE,
  Refusal,
  removalAnswer,
  streamDeleted,
  timedOut,
  tooLarge,
  type Written,
  wrongExpectedVersion,
} from './answers.ts'
import type { Commits } from './commit.ts'
import { type Call, GrpcError, type Method, method, type Receiver } from './grpc.ts'
import type { Log, Outcome, ProposedEvent } from './log.ts'
import { Frames } from './protobuf.ts'
import { eventIn, type Part, partIn, sizeOf, type Target, targetIn } from './requests.ts'

type Told = Written | Refusal

/** An append that is coming in. */
type Incoming = Target & { events: ProposedEvent[]; size: number; timer?: NodeJS.Timeout }

const incoming = (part: Part): Incoming => ({ ...targetIn(part.options), events: [], size: 0 })

/** Throws where an event makes no sense, or the append has become too large. */
function take(append: Incoming, { proposed }: Part): void {
  for (const message of proposed) {
    const event = eventIn(message)
    append.size += sizeOf(event)
    append.events.push(event)
  }
  if (append.size > MAX_APPEND_SIZE) throw tooLarge()
}

/** The calls that write: Append, BatchAppend, Delete and Tombstone. */
export function appendMethods(log: Log, commits: Commits): Method[] {
  const { append, batchAppend, delete: remove, tombstone } = StreamsService
  const inParts = { id: 1, options: 2, proposed: 3, final: 4 }
  const inTurn = { options: 1, proposed: 2 }
  return [
    method({ ...batchAppend, requestDeserialize: partIn(inParts) }, appendMany),
    method({ ...append, requestDeserialize: partIn(inTurn) }, appendOne),
    method({ ...remove, requestDeserialize: partIn(inTurn) }, (call) => removeWith(log.remove, call)),
    method({ ...tombstone, requestDeserialize: partIn(inTurn) }, (call) => removeWith(log.bury, call)),
  ]

  /** Writes in the next transaction, unless by then nobody waits for it any more. */
  function write(call: Call, target: Target, operation: () => Outcome, tell: (told: Told) => void): void {
    const deadline = Math.min(call.deadline, target.deadline)
    commits.submit(
      () => (call.closed || Date.now() >= deadline ? undefined : operation()),
      (outcome) => {
        if (!outcome) tell(timedOut())
        else if (outcome.kind === 'stream deleted') tell(streamDeleted(target.stream))
        else if (outcome.kind === 'wrong expected version') tell(wrongExpectedVersion(target, outcome.current))
        else tell(outcome)
      },
    )
  }

  /**
   * One long call per client that carries all its appends, told apart by correlation id. An append may come in parts;
   * it is written when its last part is there, so a call that breaks off leaves nothing half-written. Each correlation
   * id is answered exactly once, whatever goes wrong: a second answer throws inside the client.
   */
  function appendMany(call: Call): Receiver<Part> {
    const batches = new Map<string, Incoming>()
    const answers = new Frames(4096)
    let unanswered = 0
    let ended = false

    const send = () => {
      if (answers.size > 0) call.send(answers.take())
      if (ended && unanswered === 0) call.end()
    }
    const answer = (id: string, stream: string, told: Told) => {
      clearTimeout(batches.get(id)?.timer)
      batches.delete(id)
      unanswered -= 1
      // The answers of one commit leave together.
      if (answers.size === 0) process.nextTick(send)
      batchAnswer(answers, id, stream, told)
    }
    return {
      message(part) {
        const { id, options, final } = part
        let batch = batches.get(id)
        // Parts of an append that was answered already, by a time-out or for its size.
        if (!batch && !options) return
        if (!batch) unanswered += 1
        try {
          batch ??= incoming(part)
          batches.set(id, batch)
          take(batch, part)
        } catch (error) {
          if (!(error instanceof GrpcError)) throw error
          return answer(id, batch?.stream ?? '', error instanceof Refusal ? error : badRequest(error.message))
        }
        const { stream, expected, deadline, events } = batch
        if (final) {
          clearTimeout(batch.timer)
          batches.delete(id)
          const append = () => log.append(stream, expected, events)
          write(call, batch, append, (told) => answer(id, stream, told))
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

  /** The classic Append: one stream, one transaction, at the end of the call. For calls with their own credentials. */
  function appendOne(call: Call): Receiver<Part> {
    let batch: Incoming | undefined
    return {
      message(part) {
        batch ??= incoming(part)
        take(batch, part)
      },
      end() {
        if (!batch) throw new GrpcError(status.INVALID_ARGUMENT, 'Append options are required.')
        const { stream, expected, events } = batch
        const append = () => log.append(stream, expected, events)
        write(call, batch, append, (told) => {
          if (told instanceof Refusal && told.kind !== 'WrongExpectedVersion') return call.end(told)
          call.send(appendAnswer(told))
          call.end()
        })
      },
    }
  }

  /** A soft delete, after which the stream can be written again, or a tombstone, after which it never can. */
  function removeWith(operation: Log['remove'], call: Call): Receiver<Part> {
    return {
      message(part) {
        const target = targetIn(part.options)
        const remove = () => operation(target.stream, target.expected)
        write(call, target, remove, (told) => {
          if (told instanceof Refusal) return call.end(told)
          call.send(removalAnswer(told.position ?? 0))
          call.end()
        })
      },
    }
  }
}
