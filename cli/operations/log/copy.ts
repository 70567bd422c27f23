import { CannotCopy, type TargetLog, type WholeEvent, type WholeLog } from '#api/event-store/whole-log.ts'
import { areCarried, carryReadModels, openEqualPositions, type ReadModelFolders } from './carry.ts'
import { type Comparison, openComparison } from './comparison.ts'
import { idOf, markOf, recordMark } from './marks.ts'
import type { Stillness } from './stillness.ts'

/** The progress of a copy. */
export type Report = {
  /** Events that were copied, or compared, so far; `share` is that of the whole log, 0 to 1. */
  progress: (what: 'copied' | 'compared', events: number, share: number) => void
  /** Everything there is has been copied and compared, while the source goes on. */
  upToDate: (events: number) => void
  /** Read models were not carried over: a start builds them anew. */
  notCarried: (reason: string) => void
}

/** `carried` is the number of read models that were carried over. */
export type Copied = { logId: string; events: number; copied: number; streams: number; digest: string; carried: number }

type Copying = {
  source: WholeLog
  /** Opened when the source may be copied. */
  openTarget: () => Promise<TargetLog>
  stillness: Stillness
  follow: boolean
  /** Those of read models to carry over; undefined where there are none. */
  folders?: ReadModelFolders | undefined
  report: Report
}

/** The id of a source that may be copied. */
const sourceId = async (source: WholeLog): Promise<string> => {
  const mark = await markOf(source)
  if (mark?.isEnded === false) throw new CannotCopy(`${source.name} is itself a copy that was begun and not ended.`)
  const id = await idOf(source)
  if (id !== undefined) return id
  throw new CannotCopy(`${source.name} has no log with an id: start Siteledger there once, which gives it one.`)
}

const another = (target: WholeLog, words: string): CannotCopy =>
  new CannotCopy(`${target.name} ${words}: name an empty place to copy to.`)

/**
 * Refuses a target that holds anything but a copy of this log that was begun. What it holds is compared with the source.
 * @returns whether the copy was ended before
 */
const checkTarget = async (target: WholeLog, logId: string, comparison: Comparison): Promise<boolean> => {
  const mark = await markOf(target)
  const id = await idOf(target)
  if (id !== undefined && id !== logId) throw another(target, `holds the log ${id}, not ${logId}`)
  if (mark && mark.logId !== logId) throw another(target, `holds a copy of the log ${mark.logId} that was begun`)
  const [, holdsEvents] = await comparison.hasMore()
  if (!mark && holdsEvents) throw another(target, 'holds events already, and was not begun by log copy')
  await comparison.advance()
  const { difference, events } = comparison.sofar()
  const [sourceHasMore, targetHasMore] = await comparison.hasMore()
  if (difference !== undefined) throw another(target, `holds something else after ${events} events, ${difference}`)
  if (targetHasMore) throw another(target, 'holds events that the source does not have')
  if (mark?.isEnded && sourceHasMore) throw another(target, 'was copied to the end, and the source has gone on since')
  return mark?.isEnded === true
}

/** Events after a position, a page ahead of whoever takes them. */
async function* eventsAfter(log: WholeLog, after: string | null): AsyncGenerator<WholeEvent[]> {
  let next = log.page(after)
  for (;;) {
    const page = await next
    if (page.isEnd) return yield page.events
    next = log.page(page.last)
    // Thrown where it is awaited, which may be later.
    next.catch(() => undefined)
    yield page.events
  }
}

const shareOf = (position: string | null, newest: string): number =>
  newest === '0' ? 1 : Math.min(1, Number(position ?? 0) / Number(newest))

/** Says how many events a copy would take, and writes nothing. */
export const rehearse = async (source: WholeLog, target: WholeLog | undefined) => {
  const logId = await sourceId(source)
  const comparison = target && openComparison(source, target)
  const isEnded = target && comparison ? await checkTarget(target, logId, comparison) : false
  const { events: present, place } = comparison?.sofar() ?? { events: 0, place: null }
  let missing = 0
  for await (const events of eventsAfter(source, place)) missing += events.length
  return { logId, present, missing, isEnded }
}

/**
 * Copies a log (D-112): each event of the product with its id, stream, revision, type, data and metadata, in their order.
 * The target is marked as begun before the first, and as ended once all are compared; what was copied before a kill
 * stays, is compared, and the rest follows.
 * @throws {CannotCopy} for a source or target that cannot be it
 */
export const copyLog = async ({ openTarget, ...copying }: Copying): Promise<Copied> => {
  const logId = await sourceId(copying.source)
  const target = await openTarget()
  try {
    return await copyInto(target, logId, copying)
  } finally {
    await target.close()
  }
}

const copyInto = async (
  target: TargetLog,
  logId: string,
  { source, stillness, follow, folders, report }: Omit<Copying, 'openTarget'>,
): Promise<Copied> => {
  let newest = await source.newest()
  const positions = openEqualPositions()
  const comparison = openComparison(
    source,
    target,
    (events, position) => report.progress('compared', events, shareOf(position, newest)),
    (event, copy) => positions.add(event.position, copy.position),
  )
  const isEnded = await checkTarget(target, logId, comparison)
  if (!isEnded && (await markOf(target)) === undefined) await recordMark(target, logId, 'begun')
  let { events, place } = comparison.sofar()
  const before = events

  const catchUp = async (): Promise<void> => {
    newest = await source.newest()
    for await (const page of eventsAfter(source, place)) {
      if (page.length === 0) continue
      await target.append(page)
      events += page.length
      place = page.at(-1)?.position ?? place
      report.progress('copied', events, shareOf(place, newest))
    }
    await comparison.advance()
    const { difference } = comparison.sofar()
    if (difference !== undefined) throw another(target, `took the events in another order or form, ${difference}`)
  }

  let carried = 0
  const carry = async (): Promise<void> => {
    if (folders === undefined) return
    const carrying = { folders, source, target, positions, catchUp }
    carried = await carryReadModels(carrying).catch(({ message }: Error) => {
      report.notCarried(message)
      return 0
    })
  }

  await catchUp()
  await carry()
  if (follow) {
    report.upToDate(events)
    while (!stillness.hold()) {
      await stillness.moment()
      await catchUp()
    }
    await catchUp()
    // Siteledger removes them when it erases somebody.
    if (folders && !areCarried(folders)) await carry()
  }
  const [sourceHasMore, targetHasMore] = await comparison.hasMore()
  if (targetHasMore) throw another(target, 'was written to by somebody else')
  if (sourceHasMore) {
    const how = follow ? 'stop it, and run the same command again' : 'stop it, or pass --follow'
    throw new CannotCopy(`${source.name} is still written to: ${how}. What was copied stays.`)
  }
  if (!isEnded) await recordMark(target, logId, 'ended')
  const { streams, digest } = comparison.sofar()
  return { logId, events, copied: events - before, streams, digest, carried }
}
