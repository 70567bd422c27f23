import { tableOf } from '#cli/output/table.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import type { Verdict } from './comparison.ts'
import type { Copied } from './copy.ts'
import type { EventPlace, LogInfo } from './info.ts'

const placeWords = (place: EventPlace | undefined): string =>
  place
    ? `${place.type} at position ${place.position}, recorded ${place.at ?? 'at a time that it does not say'}`
    : 'none'

const copyWords = ({ copy }: LogInfo): string[] => {
  if (copy === undefined) return []
  if (copy.isEnded) return [`copy     of the log ${copy.logId}, ended`]
  return [`copy     of the log ${copy.logId}, begun and not ended: only log copy from the same source goes on with it`]
}

const kindColumns = { Kind: 'kind', Streams: 'streams', Events: 'events' } as const

/** The description of a log, as lines for a person. */
export const infoWords = (info: LogInfo, columns: number, heading: (text: string) => string): string[] => [
  info.id === undefined ? `${info.name} holds a log without an id.` : `${info.name} holds the log ${info.id}.`,
  `events   ${info.events} in ${info.streams} streams`,
  `first    ${placeWords(info.first)}`,
  `last     ${placeWords(info.last)}`,
  `size     ${humanReadableSize(info.bytes)} of data and metadata${info.fileBytes === undefined ? '' : `; its file takes ${humanReadableSize(info.fileBytes)}`}`,
  ...copyWords(info),
  ...(info.kinds.length === 0 ? [] : ['', tableOf(kindColumns, info.kinds, columns, heading)]),
]

/** The outcome of a copy; `seconds` is how long it took, undefined for one that waited for a source to stop. */
export const copiedWords = (
  { logId, events, copied, streams, carried }: Copied,
  to: string,
  seconds: number | undefined,
): string => {
  const all = `${events} events in ${streams} streams`
  const beside = carried === 0 ? '' : ` With it go ${carried} read models.`
  if (copied === 0)
    return `The log ${logId} was copied to ${to} before: ${all}, compared one by one, in the same order.${beside}`
  const pace = seconds && ` (${seconds.toFixed(1)} s, ${Math.round(copied / seconds)} events/s)`
  const earlier = copied === events ? '' : `, ${events - copied} of them before`
  return `Copied the log ${logId} to ${to}: ${all}${earlier}, compared one by one, in the same order${pace ?? ''}.${beside}`
}

/** The outcome of a comparison that found no difference. */
export const equalWords = ({ events: [events], digest }: Verdict, streams: number): string =>
  `The same: ${events} events in ${streams} streams, in the same order, digest ${digest}.`

/** The differences, in one line. */
export const differenceWords = ({ events: [one, other], differing, firstDifference }: Verdict): string => {
  const streams = differing === 0 ? 'each stream is the same, but not their order' : `${differing} streams differ`
  return `The logs differ: ${one} and ${other} events, ${streams}; first difference: ${firstDifference}.`
}
