import type { Readable } from 'node:stream'
import { type ContentStore, isWhole, type ListedContent, placeOf } from '#api/adapters/content-store.ts'
import type { WholeLog } from '#api/event-store/whole-log.ts'
import type { Stillness } from '#cli/operations/log/stillness.ts'
import { openNames } from './names.ts'

/** Contents that are copied at once. */
const atOnce = 16

/** The progress of a copy. */
export type Report = {
  progress: (contents: number, share: number) => void
  /** Everything that the log names so far is copied, while it goes on. */
  upToDate: (contents: number) => void
}

export type Copied = {
  /** Contents that the log names, and those of them that were not at the target before. */
  contents: number
  copied: number
  /** Places of those that the source lacks, or has with other bytes. */
  lacking: string[]
  /** Contents of the source that no event names. */
  unnamed: number
}

type Copying = {
  log: Pick<WholeLog, 'page'>
  from: ContentStore
  to: ContentStore
  stillness: Pick<Stillness, 'hold' | 'moment'>
  follow: boolean
  report: Report
}

/**
 * Copies all content that a log names to another store, and compares what is there already by its hash: a copy that was
 * broken off goes on. With `follow` it copies what comes until the log is still.
 */
export const copyContent = async ({ log, from, to, stillness, follow, report }: Copying): Promise<Copied> => {
  const names = openNames(log)
  const lacking: ListedContent[] = []
  let contents = 0
  let copied = 0

  const take = async (content: ListedContent): Promise<void> => {
    const { holder, hash } = content
    const put = (bytes: Readable, maxBytes: number) => to.put(holder, bytes, { maxBytes })
    contents += 1
    if (!(await isWhole(await to.find(holder, hash)))) {
      if (await isWhole(await from.find(holder, hash), put)) copied += 1
      else lacking.push(content)
    }
    names.take(content)
  }
  const catchUp = async (): Promise<void> => {
    await names.read()
    const all = contents + names.waiting()
    for (let some = names.next(atOnce); some.length > 0; some = names.next(atOnce)) {
      // Of what was purged meanwhile nothing is left to copy.
      for (const purged of some.filter((content) => !names.isNamed(content))) names.take(purged)
      await Promise.all(some.filter(names.isNamed).map(take))
      report.progress(contents, contents / all)
    }
  }

  try {
    await catchUp()
    if (follow) {
      report.upToDate(contents)
      while (!stillness.hold()) {
        await stillness.moment()
        await catchUp()
      }
      await catchUp()
    }
    let unnamed = 0
    for await (const content of from.list()) if (!names.isNamed(content)) unnamed += 1
    const places = lacking.filter(names.isNamed).map(({ holder, hash }) => placeOf(holder, hash))
    return { contents, copied, lacking: places.sort(), unnamed }
  } finally {
    names.close()
  }
}
