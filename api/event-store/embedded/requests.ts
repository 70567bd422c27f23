import type { StreamIdentifier } from '@eventstore/db-client/generated/shared_pb.js'
import sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import { status } from '@grpc/grpc-js'
import { GrpcError } from './grpc.ts'
import { expectAny, expectNoStream, expectStreamExists, type ProposedEvent } from './log.ts'
import { eachField } from './protobuf.ts'
import { deletedRevision } from './streams.ts'

const uuidFormat = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const noId = '00000000-0000-0000-0000-000000000000'
const nothing = Buffer.alloc(0)

const invalid = (message: string): GrpcError => new GrpcError(status.INVALID_ARGUMENT, message)

/** The content of one message of Append, BatchAppend, Delete or Tombstone; the first of a call or batch has options. */
export type Part = { id: string; options: Buffer | undefined; proposed: Buffer[]; final: boolean }

/** The field numbers of such a message. */
type Numbering = { id?: number; options: number; proposed?: number; final?: number }

/** Parses such a message. Throws if it is invalid. */
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

/** The stream, its expected revision, and when the caller stops waiting (milliseconds since the epoch). */
export type Target = { stream: string; expected: number; deadline: number }

/**
 * Parses the options of those four calls, whose fields have the same numbers. Only those of BatchAppend have a
 * deadline: a point in time (6) or, from newer clients, a duration from now (7).
 */
export const targetIn = (options: Buffer | undefined): Target => {
  if (!options) throw invalid('Options are required.')
  let stream = ''
  let expected: number | undefined
  let deadline = Number.POSITIVE_INFINITY
  eachField(options, (field, bytes, number) => {
    if (field === 1) stream = textsIn(bytes)[3] ?? ''
    else if (field === 2) expected = Math.min(number, deletedRevision)
    else if (field === 3) expected = expectNoStream
    else if (field === 4) expected = expectAny
    else if (field === 5) expected = expectStreamExists
    else if (field === 6) deadline = timeIn(bytes)
    else if (field === 7) deadline = Date.now() + timeIn(bytes)
  })
  if (stream === '') throw invalid('A stream name is required.')
  if (expected === undefined) throw invalid('An expected revision is required.')
  return { stream, expected, deadline }
}

/** Parses an event. Throws the same error as the server if something is missing. */
export const eventIn = (message: Buffer): ProposedEvent => {
  let id = ''
  let type: string | undefined
  let content: string | undefined
  let data: Uint8Array = nothing
  let metadata: Uint8Array = nothing
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
  if (id === '' || id === noId) throw invalid('An event needs an id.')
  if (type === '') throw invalid('An event needs a type.')
  return { id, type, json: content === 'application/json', data, metadata }
}

/** The size of an event in the limit of an append; the type is counted as UTF-16, as on the server. */
export const sizeOf = ({ data, metadata, type }: ProposedEvent): number =>
  data.length + metadata.length + 2 * type.length

/** Converts a decimal uint64 to a number; a value above every revision and position becomes deletedRevision, the largest. */
export const numberOf = (decimals: string): number => Math.min(Number(decimals), deletedRevision)

export const nameOf = (identifier: StreamIdentifier | undefined): string => {
  const name = Buffer.from(identifier?.getStreamName_asU8() ?? []).toString()
  if (name === '') throw invalid('A stream name is required.')
  return name
}

/** The fields of a message by number, if all of them are texts. */
const textsIn = (message: Buffer): (string | undefined)[] => {
  const texts: string[] = []
  eachField(message, (field, bytes) => {
    texts[field] = bytes.toString()
  })
  return texts
}

/** A `Timestamp` or `Duration` in milliseconds; a negative one is far below 0, as its sign is the highest bit. */
const timeIn = (message: Buffer): number => {
  let time = 0
  eachField(message, (field, _, number) => {
    const signed = number >= 2 ** 63 ? -number : number
    time += field === 1 ? signed * 1000 : signed / 1_000_000
  })
  return time
}

/** An id in lower case. The client sends ids as text; ids as two integers are parsed by the generated class. */
const uuidIn = (message: Buffer): string => {
  const text = (textsIn(message)[2] ?? '').toLowerCase()
  if (uuidFormat.test(text)) return text
  const halves = sharedPb.UUID.deserializeBinary(message).getStructured()
  if (!halves) throw invalid(`'${text}' is not a UUID.`)
  const hex = (decimals: string) => BigInt.asUintN(64, BigInt(decimals)).toString(16).padStart(16, '0')
  const digits = hex(halves.getMostSignificantBits()) + hex(halves.getLeastSignificantBits())
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
