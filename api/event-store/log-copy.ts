import { z } from 'zod'
import type { EventLog } from './port.ts'

/**
 * The stream in which a copy of a log says that it is one (D-112). It has none of the product's names: what is said there
 * belongs to this place, and is not copied on.
 */
export const copyStream = 'logcopy'

const CopiedLog = z.object({ logId: z.string() })

/** The mark of a place: of which log it is a copy, and whether all of it has come and was compared. */
export type CopyMark = { logId: string; isEnded: boolean }

/** The types of the two events of that stream; the data of both is `{logId}`. */
export const copyEvents = { begun: 'LogCopyBegun', ended: 'LogCopyEnded' } as const

/** The mark that the events of the stream amount to; undefined for a log that is no copy. */
export const copyMarkIn = (events: readonly { type: string; data: unknown }[]): CopyMark | undefined => {
  const marks = events.flatMap(({ type, data }) => {
    const parsed = CopiedLog.safeParse(data)
    const isKnown = type === copyEvents.begun || type === copyEvents.ended
    return isKnown && parsed.success ? [{ ...parsed.data, isEnded: type === copyEvents.ended }] : []
  })
  return marks.at(-1)
}

/** The id of the log of which a copy was begun here and not ended; undefined where there is none. */
export const unfinishedCopyIn = async ({ read }: Pick<EventLog, 'read'>): Promise<string | undefined> => {
  const mark = copyMarkIn(await read(copyStream))
  return mark?.isEnded === false ? mark.logId : undefined
}
