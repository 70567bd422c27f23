import sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import type { BatchAppendReq } from '@eventstore/db-client/generated/streams_pb.js'
import streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import { checkedUuid, type Proposed, uuidOf } from './wire.ts'

/** A part of an append; the first one has options. */
type Part = {
  id: string
  options: BatchAppendReq.Options | undefined
  proposed: Proposed[]
  isFinal: boolean
}

/**
 * Reads a `BatchAppendReq`. By hand, because this is what appending costs: the generated classes make an object for
 * each field, and one more for each entry of a map. Throws where the message is none.
 */
export function partOf(message: Buffer): Part {
  const part: Part = { id: '', options: undefined, proposed: [], isFinal: false }
  eachField(message, (field, bytes, number) => {
    if (field === 1) part.id = uuidIn(bytes)
    else if (field === 2) part.options = streamsPb.BatchAppendReq.Options.deserializeBinary(bytes)
    else if (field === 3) part.proposed.push(proposedIn(bytes))
    else if (field === 4) part.isFinal = number !== 0
  })
  return { ...part, id: checkedUuid(part.id) }
}

function proposedIn(message: Buffer): Proposed {
  const proposed: Proposed = { id: '', type: undefined, contentType: undefined, data: NOTHING, metadata: NOTHING }
  eachField(message, (field, bytes) => {
    if (field === 1) proposed.id = uuidIn(bytes)
    else if (field === 2) readProperty(bytes, proposed)
    else if (field === 3) proposed.metadata = bytes
    else if (field === 4) proposed.data = bytes
  })
  return proposed
}

function readProperty(entry: Buffer, proposed: Proposed): void {
  let [key, value] = ['', '']
  eachField(entry, (field, bytes) => {
    if (field === 1) key = bytes.toString()
    else if (field === 2) value = bytes.toString()
  })
  if (key === 'type') proposed.type = value
  else if (key === 'content-type') proposed.contentType = value
}

/** The client writes ids as text; as two numbers they are left to the generated class. */
function uuidIn(message: Buffer): string {
  let text: string | undefined
  eachField(message, (field, bytes) => {
    if (field === 2) text = bytes.toString('latin1')
  })
  return text ?? uuidOf(sharedPb.UUID.deserializeBinary(message))
}

const NOTHING = Buffer.alloc(0)

/** Calls back with each field: its bytes, or where it is one, its number. Throws where the message is cut or no message. */
function eachField(message: Buffer, visit: (field: number, bytes: Buffer, number: number) => void): void {
  let at = 0
  const varint = (): number => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = message[at++]
      if (byte === undefined) throw new RangeError('The message ends within a number.')
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }
  while (at < message.length) {
    const tag = varint()
    const field = Math.floor(tag / 8)
    const kind = tag % 8
    if (kind === 0) {
      visit(field, NOTHING, varint())
      continue
    }
    const length = kind === 2 ? varint() : { 1: 8, 5: 4 }[kind]
    if (length === undefined || at + length > message.length) throw new RangeError('The message is cut.')
    at += length
    visit(field, message.subarray(at - length, at), 0)
  }
}
