import { setImmediate as nextTurn } from 'node:timers/promises'
import { RuleBroken } from '#api/domain/rule.ts'

/** Steps that run concurrently. */
const atOnce = 16

/** Maps items in concurrent batches, keeping their order. Throws the first failure after its batch has ended. */
export const forEach = async <Item, Result>(
  items: readonly Item[],
  step: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = []
  for (let from = 0; from < items.length; from += atOnce) {
    const settled = await Promise.allSettled(items.slice(from, from + atOnce).map(step))
    const failed = settled.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
    results.push(...settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])))
  }
  return results
}

/** Items that are mapped without a pause for other requests. */
const perTurn = 500

/** Many items some at a time, so that others are answered meanwhile. */
export const turnsOf = async function* <Item>(items: readonly Item[]): AsyncGenerator<readonly Item[]> {
  for (let from = 0; from < items.length; from += perTurn) {
    yield items.slice(from, from + perTurn)
    await nextTurn()
  }
}

/** Maps many items some at a time, keeping their order. */
export const inTurns = async <Item, Result>(
  items: readonly Item[],
  step: (some: readonly Item[]) => readonly Result[],
): Promise<Result[]> => {
  const results: Result[] = []
  for await (const some of turnsOf(items)) results.push(...step(some))
  return results
}

/** The result of a step, or undefined if a rule refused it because somebody else was first. */
export const orRefused = <Result>(step: Promise<Result>): Promise<Result | undefined> =>
  step.catch((error: unknown) => {
    if (error instanceof RuleBroken) return undefined
    throw error
  })
