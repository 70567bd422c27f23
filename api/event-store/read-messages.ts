import type { ReadEvent } from './port.ts'
import { decimals, eachField, MessageWriter } from './protobuf.ts'
import { uuidIn } from './uuid-message.ts'

const writer = new MessageWriter()

/** A `ReadReq`; events bear their ids as text. `filter` writes that no event is left out, or which are. */
const requestOf = (source: () => void, filter = () => writer.empty(8)): Buffer => {
  writer.message(1, () => {
    source()
    filter()
    writer.message(9, () => writer.empty(2))
  })
  return writer.take()
}

/** Asks for a stream, forwards, after a revision where one is given. */
export const readRequest = (stream: string, after: bigint | null): Buffer =>
  requestOf(() => {
    writer.message(1, () => {
      writer.message(1, () => writer.text(3, stream))
      if (after === null) writer.empty(3)
      else writer.number(2, after + 1n)
    })
    writer.number(5, Number.MAX_SAFE_INTEGER)
  })

/** Asks for everything after a place in the log, and for what comes; where `types` are given, for those alone. */
export const subscribeRequest = (from: string | null, types?: readonly string[]): Buffer =>
  requestOf(
    () => {
      writer.message(2, () => {
        if (from === null) return writer.empty(2)
        writer.message(1, () => {
          for (const part of [1, 2]) writer.number(part, BigInt(from))
        })
      })
      writer.empty(6)
    },
    types && (() => writeTypes(types)),
  )

const writeTypes = (types: readonly string[]): void =>
  writer.message(7, () => {
    writer.message(2, () => writer.text(1, `^(${types.join('|')})$`))
    writer.empty(4)
    writer.number(5, 1)
  })

/** An event, that the log holds no more for now, or something else that is of no concern. */
export type ReadAnswer =
  | { kind: 'event'; event: ReadEvent; isJson: boolean }
  | { kind: 'caught-up' }
  | { kind: 'other' }

/** Undefined for what is no JSON: other software may write into the same log. */
const parsed = (message: Buffer, start: number, end: number): unknown => {
  try {
    return JSON.parse(message.toString('utf8', start, end))
  } catch {
    return undefined
  }
}

let last: { bytes: Buffer; metadata: unknown } | undefined

/** The events of a command share what stands beside them, and mostly follow each other: it is parsed once for them. */
const metadataIn = (message: Buffer, start: number, end: number): unknown => {
  if (last && message.compare(last.bytes, 0, last.bytes.length, start, end) === 0) return last.metadata
  const metadata = parsed(message, start, end)
  last = { bytes: Buffer.from(message.subarray(start, end)), metadata }
  return metadata
}

const propertyIn = (message: Buffer, start: number, end: number): [key: string, value: string] => {
  let [key, value] = ['', '']
  eachField(message, start, end, (field, from, to) => {
    if (field === 1) key = message.toString('utf8', from, to)
    else if (field === 2) value = message.toString('utf8', from, to)
  })
  return [key, value]
}

const nameIn = (message: Buffer, start: number, end: number): string => {
  let name = ''
  eachField(message, start, end, (field, from, to) => {
    if (field === 3) name = message.toString('utf8', from, to)
  })
  return name
}

const recordedIn = (message: Buffer, start: number, end: number): ReadAnswer => {
  const event: ReadEvent = {
    id: '',
    type: '',
    data: undefined,
    metadata: undefined,
    stream: '',
    revision: 0n,
    position: '0',
  }
  let isJson = false
  eachField(message, start, end, (field, from, to, number) => {
    if (field === 1) event.id = uuidIn(message, from, to)
    else if (field === 2) event.stream = nameIn(message, from, to)
    else if (field === 3) event.revision = BigInt(decimals(message, from, to, number))
    else if (field === 5) event.position = decimals(message, from, to, number)
    else if (field === 6) {
      const [key, value] = propertyIn(message, from, to)
      if (key === 'type') event.type = value
      else if (key === 'content-type') isJson = value === 'application/json'
    } else if (field === 7) event.metadata = metadataIn(message, from, to)
    else if (field === 8) event.data = parsed(message, from, to)
  })
  return { kind: 'event', event, isJson }
}

/** Reads a `ReadResp`. */
export const readAnswerOf = (message: Buffer): ReadAnswer => {
  let answer: ReadAnswer = { kind: 'other' }
  eachField(message, 0, message.length, (field, start, end) => {
    if (field === 8) answer = { kind: 'caught-up' }
    if (field !== 1) return
    eachField(message, start, end, (part, from, to) => {
      if (part === 1) answer = recordedIn(message, from, to)
    })
  })
  return answer
}
