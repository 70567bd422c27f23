import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import { status } from '@grpc/grpc-js'
import { RE2JS } from 're2js'
import { GrpcError } from './grpc.ts'
import type { Recorded } from './reader.ts'
import { Recent } from './streams.ts'

/** The search window if the client does not specify one. */
const defaultWindow = 32

type Filter = {
  matches(event: Recorded): boolean
  /** The number of events, matching or not, between two checkpoints of a subscription. */
  checkpointInterval: number
}

/** A filter of $all, by stream name or event type, as prefixes or a regular expression. */
export const filterOf = (options: ReadReq.Options.FilterOptions | undefined): Filter | undefined => {
  if (!options) return undefined
  const byType = options.hasEventType()
  const expression = byType ? options.getEventType() : options.getStreamIdentifier()
  if (!expression) throw new GrpcError(status.INVALID_ARGUMENT, 'A filter needs an expression.')
  const subject = ([, stream, , , type]: Recorded): string => (byType ? type : stream)
  const window = options.hasMax() ? options.getMax() : defaultWindow
  const checkpointInterval = window * options.getCheckpointintervalmultiplier()
  if (checkpointInterval <= 0) throw new GrpcError(status.INVALID_ARGUMENT, 'The checkpoint interval must be positive.')
  const source = expression.getRegex()
  if (source === '') {
    const prefixes = expression.getPrefixList()
    return { matches: (event) => prefixes.some((prefix) => subject(event).startsWith(prefix)), checkpointInterval }
  }
  const matches = matcherOf(source)
  return { matches: (event) => matches(subject(event)), checkpointInterval }
}

/** Match results that are cached for each filter: there are few event types, and streams come in runs. */
const rememberedMatches = 10_000

/** Matches in time linear in the text (RE2), so no expression can block the node. */
const matcherOf = (source: string): ((text: string) => boolean) => {
  const pattern = compile(source)
  const known = new Recent<boolean>(rememberedMatches)
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const matches = pattern.matcher(text).find()
    known.set(text, matches)
    return matches
  }
}

const compile = (source: string): RE2JS => {
  try {
    return RE2JS.compile(source)
  } catch {
    throw new GrpcError(status.INVALID_ARGUMENT, `'${source}' is not a regular expression.`)
  }
}
