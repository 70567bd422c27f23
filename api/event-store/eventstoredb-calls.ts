import { randomUUID } from 'node:crypto'
import type { EventStoreDBClient } from '@eventstore/db-client'
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { ClientDuplexStream } from '@grpc/grpc-js'
import { type AppendAnswer, appendAnswerOf, appendRequest } from './append-messages.ts'
import { type ExpectedRevision, type StoredEvent, WrongExpectedRevision } from './port.ts'
import { type ReadAnswer, readAnswerOf } from './read-messages.ts'

// The client's own connection, credentials and reconnecting, with messages that are written and read here: of what an
// append and an event cost, its generated classes were two thirds and a half (docs/benchmarks.md).

const service = '/event_store.client.streams.Streams'

/** What the client's own methods are made of; its types keep it for those. */
const insideOf = (client: EventStoreDBClient) => {
  // biome-ignore-start lint/complexity/useLiteralKeys: so TypeScript checks what is protected, and lets it be used.
  const [open, execute, callArguments] = [client['GRPCStreamCreator'], client['execute'], client['callArguments']]
  // biome-ignore-end lint/complexity/useLiteralKeys: as above
  return { open, execute, forEver: () => callArguments({}, { deadline: Number.POSITIVE_INFINITY }) }
}

const asItIs = (message: Buffer): Buffer => message

/** Milliseconds after which a server shall not begin with an append any more. */
const longestAppend = 10_000

/** The answer is lost, or tells that the server does not know it either. */
export class OutcomeUnknown extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'OutcomeUnknown'
  }
}

type AppendCall = ClientDuplexStream<Buffer, AppendAnswer>
type Waiting = { stream: string; call: AppendCall; resolve: (position: string) => void; reject: (error: Error) => void }

const refusalOf = (stream: string, { kind, message }: NonNullable<AppendAnswer['refusal']>): Error => {
  if (kind === 'WrongExpectedVersion') return new WrongExpectedRevision(stream)
  if (kind === 'Timeout' || kind === 'Unknown') return new OutcomeUnknown(message)
  return new Error(`The event store refuses what is appended to ${stream}: ${kind || message}`)
}

/** One long call carries all appends of a client; each answer bears the id of its append. */
export const openAppends = (client: EventStoreDBClient) => {
  const waiting = new Map<string, Waiting>()
  const take = (id: string): Waiting | undefined => {
    const found = waiting.get(id)
    waiting.delete(id)
    return found
  }
  const answered = ({ id, position, refusal }: AppendAnswer): void => {
    const { stream = '', resolve, reject } = take(id) ?? {}
    if (refusal) reject?.(refusalOf(stream, refusal))
    else if (position === undefined) reject?.(new Error(`The event store gave no position for ${stream}`))
    else resolve?.(position)
  }
  const over = (call: AppendCall, error: Error): void => {
    for (const [id, each] of waiting) if (each.call === call) take(id)?.reject(error)
  }
  const { open: openCall, forEver } = insideOf(client)
  const open = openCall(
    StreamsClient,
    'append',
    (grpc): AppendCall => {
      const path = `${service}/BatchAppend`
      const call: AppendCall = grpc.makeBidiStreamRequest(path, asItIs, appendAnswerOf, ...forEver())
      call.on('data', answered)
      call.on('error', (error: Error) => over(call, error))
      call.on('close', () => over(call, new OutcomeUnknown('The event store ended the call')))
      return call
    },
    new WeakMap(),
  )
  /** Answers the position of the last event. Throws WrongExpectedRevision, and OutcomeUnknown or an error of gRPC. */
  return async (stream: string, expected: ExpectedRevision, events: StoredEvent[]): Promise<string> => {
    const call = await open()
    return new Promise((resolve, reject) => {
      const id = randomUUID()
      waiting.set(id, { stream, call, resolve, reject })
      const deadline = Date.now() + longestAppend
      call.write(appendRequest({ id, stream, expected, deadline, events }), (error?: Error | null) => {
        // To a call that is over already.
        if (error) take(id)?.reject(new OutcomeUnknown(error.message))
      })
    })
  }
}

/** All answers to a read that comes to an end. */
export const readAnswers = (client: EventStoreDBClient, request: Buffer): Promise<ReadAnswer[]> => {
  const { execute, forEver } = insideOf(client)
  return execute(StreamsClient, 'read', (grpc) => {
    return new Promise((resolve, reject) => {
      const answers: ReadAnswer[] = []
      const call = grpc.makeServerStreamRequest(`${service}/Read`, asItIs, readAnswerOf, request, ...forEver())
      call.on('data', (answer: ReadAnswer) => answers.push(answer))
      call.on('error', reject)
      call.on('end', () => resolve(answers))
    })
  })
}

/** Calls back synchronously with each answer of a read that has no end; `ended` may come more than once. */
export const followAnswers = (
  client: EventStoreDBClient,
  request: Buffer,
  answered: (answer: ReadAnswer) => void,
  ended: (error?: Error) => void,
): { cancel: () => Promise<void> } => {
  const { open, forEver } = insideOf(client)
  const opened = open(StreamsClient, 'subscribe', (grpc) =>
    grpc.makeServerStreamRequest(`${service}/Read`, asItIs, readAnswerOf, request, ...forEver()),
  )()
  opened.then((call) => {
    call.on('data', answered)
    call.on('error', ended)
    call.on('end', () => ended())
  }, ended)
  const cancel = async (): Promise<void> => {
    const call = await opened.catch(() => undefined)
    // Not in the turn in which it was opened: grpc-js would not hear of it.
    await new Promise(setImmediate)
    call?.cancel()
  }
  return { cancel }
}
