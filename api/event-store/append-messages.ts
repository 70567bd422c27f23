import type { EventMetadata } from '#schemas/event.ts'
import type { ExpectedRevision, StoredEvent } from './port.ts'
import { decimals, eachField, MessageWriter } from './protobuf.ts'
import { uuidIn, writeUuid } from './uuid-message.ts'

/** An append under the id that its answer will bear; `deadline` in milliseconds since the epoch. */
type Append = { id: string; stream: string; expected: ExpectedRevision; deadline: number; events: StoredEvent[] }

const written = new WeakMap<EventMetadata, Uint8Array>()

/** Metadata as it stands on the wire: the events of a command share theirs. */
const bytesOf = (metadata: EventMetadata): Uint8Array => {
  const known = written.get(metadata)
  if (known) return known
  const bytes = new TextEncoder().encode(JSON.stringify(metadata))
  written.set(metadata, bytes)
  return bytes
}

const writer = new MessageWriter()

const writeProperty = (key: string, value: string): void =>
  writer.message(2, () => {
    writer.text(1, key)
    writer.text(2, value)
  })

const writeEvent = ({ id, type, data, metadata }: StoredEvent): void =>
  writer.message(3, () => {
    writeUuid(writer, 1, id)
    writeProperty('type', type)
    writeProperty('content-type', 'application/json')
    writer.bytes(3, bytesOf(metadata))
    writer.text(4, JSON.stringify(data))
  })

/** A `BatchAppendReq` that is whole. */
export const appendRequest = ({ id, stream, expected, deadline, events }: Append): Buffer => {
  writeUuid(writer, 1, id)
  writer.message(2, () => {
    writer.message(1, () => writer.text(3, stream))
    if (expected === 'no-stream') writer.empty(3)
    else writer.number(2, expected)
    writer.message(6, () => {
      writer.number(1, Math.floor(deadline / 1000))
      writer.number(2, (deadline % 1000) * 1_000_000)
    })
  })
  for (const event of events) writeEvent(event)
  writer.number(4, 1)
  return writer.take()
}

/** What became of the append with an id: its place in the log, or why it was refused, by the name of the refusal. */
export type AppendAnswer = {
  id: string
  position: string | undefined
  refusal: { kind: string; message: string } | undefined
}

const refusalIn = (message: Buffer, start: number, end: number): { kind: string; message: string } => {
  const refusal = { kind: '', message: '' }
  eachField(message, start, end, (field, from, to) => {
    if (field === 2) refusal.message = message.toString('utf8', from, to)
    if (field !== 3) return
    eachField(message, from, to, (detail, first, last) => {
      // type.googleapis.com/event_store.client.WrongExpectedVersion
      if (detail === 1) refusal.kind = message.toString('latin1', first, last).replace(/^.*\./, '')
    })
  })
  return refusal
}

/** The commit position of a success that has one. */
const positionIn = (message: Buffer, start: number, end: number): string | undefined => {
  let position: string | undefined
  eachField(message, start, end, (field, from, to) => {
    if (field !== 3) return
    position = '0'
    eachField(message, from, to, (part, first, last, number) => {
      if (part === 1) position = decimals(message, first, last, number)
    })
  })
  return position
}

/** Reads a `BatchAppendResp`. */
export const appendAnswerOf = (message: Buffer): AppendAnswer => {
  const answer: AppendAnswer = { id: '', position: undefined, refusal: undefined }
  eachField(message, 0, message.length, (field, start, end) => {
    if (field === 1) answer.id = uuidIn(message, start, end)
    else if (field === 2) answer.refusal = refusalIn(message, start, end)
    else if (field === 3) answer.position = positionIn(message, start, end)
  })
  return answer
}
