import { join } from 'node:path'
import { openLogFile, openTargetFile } from '#api/event-store/log-file.ts'
import type { WholeEvent, WholeLog } from '#api/event-store/whole-log.ts'
import { openComparison, type Verdict } from '#cli/operations/log/comparison.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { fill } from '#tests/support/whole-log.ts'

export const fileIn = (folder: string): string => join(folder, 'events.sqlite')

/** Writes these events into the log of a folder. */
export const write = async (folder: string, events: readonly WholeEvent[]): Promise<void> => {
  const log = openTargetFile(fileIn(folder))
  await fill(log, events).finally(log.close)
}

/** A folder whose log holds these events. */
export const folderWith = async (events: readonly WholeEvent[]): Promise<string> => {
  const folder = temporaryFolder()
  await write(folder, events)
  return folder
}

/** Every event of the product in a folder, without what each log has of its own. */
export const eventsIn = async (folder: string): Promise<Omit<WholeEvent, 'position'>[]> => {
  const log = openLogFile(fileIn(folder), false)
  const events: WholeEvent[] = []
  let after: string | null = null
  let isEnd = false
  while (!isEnd) {
    const page = await log.page(after)
    ;[after, isEnd] = [page.last, page.isEnd]
    events.push(...page.events)
  }
  await log.close()
  return events.map(({ position: _, data, metadata, ...event }) => ({
    ...event,
    data: Buffer.from(data),
    metadata: Buffer.from(metadata),
  }))
}

export const comparedWith = async (one: WholeLog, other: WholeLog): Promise<Verdict> => {
  const verdict = await openComparison(one, other).verdict()
  await Promise.all([one.close(), other.close()])
  return verdict
}

export const comparedFolders = (one: string, other: string): Promise<Verdict> =>
  comparedWith(openLogFile(fileIn(one), false), openLogFile(fileIn(other), false))
