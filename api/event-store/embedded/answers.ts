import { status } from '@grpc/grpc-js'
import { GrpcError } from './grpc.ts'
import { expectAny, expectNoStream, expectStreamExists, type Outcome } from './log.ts'
import { bound, type Frames, framed, smallSize } from './protobuf.ts'
import type { Target } from './requests.ts'
import { noRoomText } from './room.ts'

/** EventStoreDB's default size limit of one append, in bytes, over all its parts. */
export const maxAppendSize = 1024 * 1024

/** A successful write; an append of no events has no position. */
export type Written = Extract<Outcome, { kind: 'written' }>

/** A refused write: a status with trailers and, if the call has several responses, a message. */
export class Refusal extends GrpcError {
  /** The name of the message. */
  readonly kind: string
  /** Writes the message's fields; some messages number the same fields from `first` on. */
  readonly fill: (out: Frames, first?: number) => void

  constructor(kind: string, fill: Refusal['fill'], code: number, text: string, trailers?: Record<string, string>) {
    super(code, text, trailers)
    this.kind = kind
    this.fill = fill
  }
}

export const timedOut = () => new Refusal('Timeout', () => {}, status.DEADLINE_EXCEEDED, 'Deadline exceeded.')

export const badRequest = (text: string) =>
  new Refusal('BadRequest', (out) => out.text(1, text), status.INVALID_ARGUMENT, text)

/** No answer of EventStoreDB's: it stops where the disk is full. */
export const noRoom = () => new Refusal('NoRoom', () => {}, status.RESOURCE_EXHAUSTED, noRoomText)

export const tooLarge = () =>
  new Refusal(
    'MaximumAppendSizeExceeded',
    (out) => out.number(1, maxAppendSize),
    status.INVALID_ARGUMENT,
    `Maximum append size of ${maxAppendSize} exceeded.`,
    { exception: 'maximum-append-size-exceeded', 'maximum-append-size': String(maxAppendSize) },
  )

export const streamDeleted = (stream: string) =>
  new Refusal(
    'StreamDeleted',
    (out) => out.message(1, () => out.text(3, stream)),
    status.FAILED_PRECONDITION,
    `Event stream '${stream}' is deleted.`,
    { exception: 'stream-deleted', 'stream-name': stream },
  )

const expectationFields: Record<number, number> = { [expectAny]: 3, [expectStreamExists]: 4, [expectNoStream]: 5 }

export const wrongExpectedVersion = ({ stream, expected }: Target, current: number) =>
  new Refusal(
    'WrongExpectedVersion',
    (out, first = 1) => {
      if (current < 0) out.message(first + 1)
      else out.number(first, current)
      const expectation = expectationFields[expected]
      if (expectation) out.message(first + expectation)
      else out.number(first + 2, expected)
    },
    status.FAILED_PRECONDITION,
    `Wrong expected version of stream ${stream}: expected ${expected}, actual ${current}.`,
    {
      exception: 'wrong-expected-version',
      'stream-name': stream,
      'expected-version': String(expected),
      'actual-version': String(current),
    },
  )

/** The status codes of refused batch appends, by their messages, as the server's answers have them. */
const batchCodes: Record<string, number> = {
  WrongExpectedVersion: status.ALREADY_EXISTS,
  StreamDeleted: status.NOT_FOUND,
  MaximumAppendSizeExceeded: status.INVALID_ARGUMENT,
  BadRequest: status.INVALID_ARGUMENT,
  Timeout: status.DEADLINE_EXCEEDED,
}

/** A `BatchAppendResp`. */
export const batchAnswer = (out: Frames, id: string, stream: string, outcome: Written | Refusal): void => {
  const text = outcome instanceof Refusal ? outcome.message : ''
  // The details of a refusal may repeat its text or the stream's name.
  out.frame(bound(stream, stream, text, text), () => {
    out.message(1, () => out.text(2, id))
    if (outcome instanceof Refusal) {
      out.message(2, () => {
        out.number(1, batchCodes[outcome.kind] ?? status.UNKNOWN)
        out.text(2, text)
        out.message(3, () => {
          out.text(1, `type.googleapis.com/event_store.client.${outcome.kind}`)
          out.message(2, () => outcome.fill(out))
        })
      })
    } else out.message(3, () => written(out, outcome))
    out.message(4, () => out.text(3, stream))
  })
}

/** An `AppendResp`. */
export const appendAnswer = (outcome: Written | Refusal): Buffer =>
  framed(smallSize, (out) => {
    if (outcome instanceof Refusal) out.message(2, () => outcome.fill(out, 6))
    else out.message(1, () => written(out, outcome))
  })

/** A `DeleteResp` or `TombstoneResp`. */
export const removalAnswer = (at: number): Buffer => framed(smallSize, (out) => position(out, 1, at))

const written = (out: Frames, { revision, position: at }: Written): void => {
  if (revision < 0) out.message(2)
  else out.number(1, revision)
  if (at === undefined) out.message(4)
  else position(out, 3, at)
}

/** The commit and prepare positions, which are equal here. */
const position = (out: Frames, field: number, at: number): void =>
  out.message(field, () => {
    out.number(1, at)
    out.number(2, at)
  })

// The kinds of `ReadResp`.
export const confirmation = (id: string): Buffer => framed(smallSize, (out) => out.message(2, () => out.text(1, id)))
export const checkpoint = (out: Frames, at: number): void => out.frame(smallSize, () => position(out, 3, at))
export const streamNotFound = (stream: string): Buffer =>
  framed(bound(stream), (out) => out.message(4, () => out.message(1, () => out.text(3, stream))))
export const lastRevision = (at: number): Buffer => framed(smallSize, (out) => out.number(6, at))
export const caughtUp = (): Buffer => framed(smallSize, (out) => out.message(8))
