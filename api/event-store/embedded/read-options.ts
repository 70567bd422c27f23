import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import { status } from '@grpc/grpc-js'
import { GrpcError } from './grpc.ts'

const { FORWARDS, BACKWARDS } = streamsPb.ReadReq.Options.ReadDirection

/** The end of a stream as a number: the largest uint64. */
const endRevision = '18446744073709551615'

const placeIn = (options: ReadReq.Options): boolean => {
  const stream = options.getStream()
  const all = options.getAll()
  if (stream) return stream.hasRevision() || stream.hasStart() || stream.hasEnd()
  return all !== undefined && (all.hasPosition() || all.hasStart() || all.hasEnd())
}

/** The requirements of each read, as on the server; the first one that fails is the answer. */
const rules: readonly (readonly [string, (options: ReadReq.Options) => boolean])[] = [
  ['A read begins at a revision, a position, the start or the end.', placeIn],
  ['A read goes forwards or backwards.', (options) => [FORWARDS, BACKWARDS].includes(options.getReadDirection())],
  ['A subscription goes forwards.', (options) => !options.hasSubscription() || options.getReadDirection() === FORWARDS],
  ['A read has a filter, or says that it has none.', (options) => options.hasFilter() || options.hasNoFilter()],
  ['Only $all can be filtered.', (options) => options.hasAll() || !options.hasFilter()],
]

/** @throws {GrpcError} INVALID_ARGUMENT for a read that leaves open what is to be read */
export const checkOptions = (options: ReadReq.Options | undefined): ReadReq.Options => {
  if (!options) throw new GrpcError(status.INVALID_ARGUMENT, 'Read options are required.')
  const broken = rules.find(([, holds]) => !holds(options))
  if (broken) throw new GrpcError(status.INVALID_ARGUMENT, broken[0])
  return options
}

/** Whether a read of a stream begins at its end, which has two forms. */
export const isFromEnd = (stream: ReadReq.Options.StreamOptions | undefined): boolean =>
  stream !== undefined && (stream.hasEnd() || (stream.hasRevision() && stream.getRevision() === endRevision))

/** Whether the caller knows the message that tells the last revision of a stream after its events. */
export const asksForLastRevision = (options: ReadReq.Options): boolean =>
  options.hasStream() && (options.getControlOption()?.getCompatibility() ?? 0) >= 1
