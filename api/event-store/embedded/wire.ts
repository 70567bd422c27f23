import type { StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb.js'
import sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import type { AppendReq } from '@eventstore/db-client/generated/streams_pb.js'
import streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import { status } from '@grpc/grpc-js'
import { GrpcError } from './grpc.ts'
import { EXPECT_ANY, EXPECT_NO_STREAM, EXPECT_STREAM_EXISTS, type ProposedEvent } from './log.ts'
import { DELETED } from './streams.ts'

/** EventStoreDB's default limit of one append, in bytes, over all its parts. */
export const MAX_APPEND_SIZE = 1024 * 1024
const JSON_CONTENT = 'application/json'
const UUID_FORMAT = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const invalid = (message: string): GrpcError => new GrpcError(status.INVALID_ARGUMENT, message)

/** A uint64 in decimals as a number; what is beyond every revision and position here becomes the largest. */
export const numberOf = (decimals: string): number => Math.min(Number(decimals), DELETED)

export function nameOf(identifier: StreamIdentifier | undefined): string {
  const name = Buffer.from(identifier?.getStreamName_asU8() ?? []).toString()
  if (name === '') throw invalid('A stream name is required.')
  return name
}

/** An id as it came, of one kind or the other; `checkedUuid` tells whether it is one. */
export function uuidOf(uuid: UUID | undefined): string {
  const structured = uuid?.getStructured()
  const hex = (decimals: string) => BigInt.asUintN(64, BigInt(decimals)).toString(16).padStart(16, '0')
  return structured
    ? (hex(structured.getMostSignificantBits()) + hex(structured.getLeastSignificantBits())).replace(
        /^(.{8})(.{4})(.{4})(.{4})/,
        '$1-$2-$3-$4-',
      )
    : (uuid?.getString() ?? '')
}

export function checkedUuid(text: string): string {
  const lower = text.toLowerCase()
  if (!UUID_FORMAT.test(lower)) throw invalid(`'${lower}' is not a UUID.`)
  return lower
}

const { ExpectedStreamRevisionCase } = streamsPb.AppendReq.Options

/** The expected revision of an append, batch append, delete or tombstone; their enumerations are numbered alike. */
export function expectedOf(kind: number, revision: string): number {
  switch (kind) {
    case ExpectedStreamRevisionCase.REVISION:
      return numberOf(revision)
    case ExpectedStreamRevisionCase.NO_STREAM:
      return EXPECT_NO_STREAM
    case ExpectedStreamRevisionCase.ANY:
      return EXPECT_ANY
    case ExpectedStreamRevisionCase.STREAM_EXISTS:
      return EXPECT_STREAM_EXISTS
    default:
      throw invalid('An expected revision is required.')
  }
}

/** An event as it came over the wire. */
export type Proposed = {
  id: string
  type: string | undefined
  contentType: string | undefined
  data: Uint8Array
  metadata: Uint8Array
}

export const proposedOf = (message: AppendReq.ProposedMessage): ProposedEvent =>
  checked({
    id: uuidOf(message.getId()),
    type: message.getMetadataMap().get('type'),
    contentType: message.getMetadataMap().get('content-type'),
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  })

/** Throws the server's own refusal where something is missing. */
export function checked({ id, type, contentType, data, metadata }: Proposed): ProposedEvent {
  if (type === undefined || contentType === undefined) {
    throw new GrpcError(status.INVALID_ARGUMENT, 'Required metadata properties are missing.', {
      exception: 'missing-required-metadata-property',
      'required-metadata-properties': 'type,content-type',
    })
  }
  return { id: checkedUuid(id), type, json: contentType === JSON_CONTENT, data, metadata }
}

/** What an event counts towards MAX_APPEND_SIZE; the type is counted as UTF-16, as the server does. */
export const sizeOf = (event: ProposedEvent): number =>
  event.data.length + event.metadata.length + 2 * event.type.length

export const streamDeleted = (stream: string): GrpcError =>
  new GrpcError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  })

export const wrongExpectedVersion = (stream: string, expected: number, current: number): GrpcError =>
  new GrpcError(
    status.FAILED_PRECONDITION,
    `Delete failed due to WrongExpectedVersion. Stream: ${stream}, Expected version: ${expected}, Actual version: ${current}`,
    {
      exception: 'wrong-expected-version',
      'stream-name': stream,
      'expected-version': String(expected),
      'actual-version': String(current),
    },
  )

export const appendTooLarge = (): GrpcError =>
  new GrpcError(status.INVALID_ARGUMENT, `Maximum Append Size of ${MAX_APPEND_SIZE} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(MAX_APPEND_SIZE),
  })

export const empty = () => new sharedPb.Empty()
