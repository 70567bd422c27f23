import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import { status } from '@grpc/grpc-js'
import { GrpcError } from './grpc.ts'
import type { Recorded } from './reader.ts'

/** The search window when the client names none. */
const DEFAULT_WINDOW = 32

export type Filter = {
  matches(event: Recorded): boolean
  /** A subscription gets a checkpoint after so many events were considered, matching or not. */
  checkpointInterval: number
}

/** A filter of $all, by stream name or event type, as prefixes or a regular expression. */
export function filterOf(options: ReadReq.Options.FilterOptions | undefined): Filter | undefined {
  if (!options) return undefined
  const byType = options.hasEventType()
  const expression = byType ? options.getEventType() : options.getStreamIdentifier()
  if (!expression) throw new GrpcError(status.INVALID_ARGUMENT, 'A filter needs an expression.')
  const subject = ([, stream, , , type]: Recorded): string => (byType ? type : stream)
  const window = options.hasMax() ? options.getMax() : DEFAULT_WINDOW
  const checkpointInterval = window * options.getCheckpointintervalmultiplier()
  if (checkpointInterval <= 0) throw new GrpcError(status.INVALID_ARGUMENT, 'The checkpoint interval must be positive.')
  const source = expression.getRegex()
  if (source === '') {
    const prefixes = expression.getPrefixList()
    return { matches: (event) => prefixes.some((prefix) => subject(event).startsWith(prefix)), checkpointInterval }
  }
  const regex = compile(source)
  return { matches: (event) => regex.test(subject(event)), checkpointInterval }
}

function compile(source: string): RegExp {
  try {
    return new RegExp(source)
  } catch {
    throw new GrpcError(status.INVALID_ARGUMENT, `'${source}' is not a regular expression.`)
  }
}
