import { setTimeout as wait } from 'node:timers/promises'
import type { Caller } from '#tests/support/caller.ts'
import { listen } from '#tests/support/live-stream.ts'

/** Milliseconds after which a browser comes back, by the word of the stream. */
const comeBackAfter = 1000

/**
 * Follows the changes that a caller sees as a browser does, from a position on: where a stream ends, it comes back with
 * the id of the last change. `seen` are the ids of records that changes of these types name, in their order; `statuses`
 * those of all its requests.
 */
export const followChanges = (at: { url: string }, who: Caller, after: string, types: readonly string[]) => {
  const seen: string[] = []
  const statuses: number[] = []
  let stream: Awaited<ReturnType<typeof listen>> | undefined
  let isLeft = false

  const readOne = async (): Promise<void> => {
    stream = await listen(at, who, stream?.lastId(), { query: `?after=${after}` })
    statuses.push(stream.answer.status)
    for (;;) {
      const { data } = await stream.next()
      if (data && types.includes(data.type)) seen.push(data.id)
    }
  }
  const reading = (async () => {
    while (!isLeft) {
      await readOne().catch(() => {})
      if (!isLeft) await wait(comeBackAfter)
    }
  })()

  return {
    seen: (): readonly string[] => seen,
    statuses: (): readonly number[] => statuses,
    leave: (): Promise<void> => {
      isLeft = true
      stream?.leave()
      return reading
    },
  }
}
