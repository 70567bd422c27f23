import type { StreamIdentifier } from '@eventstore/db-client/generated/shared_pb.js'
import sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import { status } from '@grpc/grpc-js'
import { GrpcError } from './grpc.ts'
import { EXPECT_ANY, EXPECT_NO_STREAM, EXPECT_STREAM_EXISTS, type ProposedEvent } from './log.ts'
import { eachField } from './protobuf.ts'
import { DELETED } from './streams.ts'

const UUID_FORMAT = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const NOTHING = Buffer.alloc(0)

const invalid = (message: string): GrpcError => new GrpcError(status.INVALID_ARGUMENT, message)

/** What a message of Append, BatchAppend, Delete or Tombstone brings; the first of a call or batch has options. */
export type Part = { id: string; options: Buffer | undefined; proposed: Buffer[]; final: boolean }

/** The numbers of their fields. */
type Numbering = { id?: number; options: number; proposed?: number; final?: number }

/** Reads such a message. Throws where it is none. */
export const partIn =
  (numbering: Numbering) =>
  (message: Buffer): Part => {
    const part: Part = { id: '', options: undefined, proposed: [], final: false }
    eachField(message, (field, bytes, number) => {
      if (field === numbering.options) part.options = bytes
      else if (field === numbering.proposed) part.proposed.push(bytes)
      else if (field === numbering.id) part.id = uuidIn(bytes)
      else if (field === numbering.final) part.final = number !== 0
    })
    if (numbering.id && part.id === '') throw invalid('A correlation id is required.')
    return part
  }

/** Where to write, at which revision, and until when somebody waits for it (milliseconds since the epoch). */
export type Target = { stream: string; expected: number; deadline: number }

/** Reads the options of those four calls, whose fields are numbered alike; only BatchAppend's have a deadline. */
export function targetIn(options: Buffer | undefined): Target {
  if (!options) throw invalid('Options are required.')
  let stream = ''
  let expected: number | undefined
  let deadline = Number.POSITIVE_INFINITY
  eachField(options, (field, bytes, number) => {
    if (field === 1) stream = textsIn(bytes)[3] ?? ''
    else if (field === 2) expected = Math.min(number, DELETED)
    else if (field === 3) expected = EXPECT_NO_STREAM
    else if (field === 4) expected = EXPECT_ANY
    else if (field === 5) expected = EXPECT_STREAM_EXISTS
    else if (field === 6) deadline = timeIn(bytes)
  })
  if (stream === '') throw invalid('A stream name is required.')
  if (expected === undefined) throw invalid('An expected revision is required.')
  return { stream, expected, deadline }
}

/** Reads an event. Throws the server's own refusal where something is missing. */
export function eventIn(message: Buffer): ProposedEvent {
  let id = ''
  let type: string | undefined
  let content: string | undefined
  let data: Uint8Array = NOTHING
  let metadata: Uint8Array = NOTHING
  eachField(message, (field, bytes) => {
    if (field === 1) id = uuidIn(bytes)
    else if (field === 3) metadata = bytes
    else if (field === 4) data = bytes
    else if (field === 2) {
      const [, key, value] = textsIn(bytes)
      if (key === 'type') type = value
      else if (key === 'content-type') content = value
    }
  })
  if (type === undefined || content === undefined) {
    throw new GrpcError(status.INVALID_ARGUMENT, 'Required metadata properties are missing.', {
      exception: 'missing-required-metadata-property',
      'required-metadata-properties': 'type,content-type',
    })
  }
  return { id, type, json: content === 'application/json', data, metadata }
}

/** What an event counts towards the largest append; the type is counted as UTF-16, as the server does. */
export const sizeOf = ({ data, metadata, type }: ProposedEvent): number =>
  data.length + metadata.length + 2 * type.length

/** A uint64 in decimals as a number; what is beyond every revision and position here becomes the largest. */
export const numberOf = (decimals: string): number => Math.min(Number(decimals), DELETED)

export function nameOf(identifier: StreamIdentifier | undefined): string {
  const name = Buffer.from(identifier?.getStreamName_asU8() ?? []).toString()
  if (name === '') throw invalid('A stream name is required.')
  return name
}

/** The fields of a message, each at its number, where all are texts. */
function textsIn(message: Buffer): (string | undefined)[] {
  const texts: string[] = []
  eachField(message, (field, bytes) => {
    texts[field] = bytes.toString()
  })
  return texts
}

/** A `Timestamp` in milliseconds since the epoch. */
function timeIn(message: Buffer): number {
  let time = 0
  eachField(message, (field, _, number) => {
    time += field === 1 ? number * 1000 : number / 1_000_000
  })
  return time
}

/** An id in lower case. The client writes ids as text; as two numbers they are left to the generated class. */
function uuidIn(message: Buffer): string {
  const text = (textsIn(message)[2] ?? '').toLowerCase()
  if (UUID_FORMAT.test(text)) return text
  const halves = sharedPb.UUID.deserializeBinary(message).getStructured()
  if (!halves) throw invalid(`'${text}' is not a UUID.`)
  const hex = (decimals: string) => BigInt.asUintN(64, BigInt(decimals)).toString(16).padStart(16, '0')
  const digits = hex(halves.getMostSignificantBits()) + hex(halves.getLeastSignificantBits())
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
