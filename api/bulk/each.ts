import { RuleBroken } from '#api/domain/rule.ts'

/** Steps that are under way at a time. */
const atOnce = 16

/** Does something for each, a few at a time; answers in their order. Throws the first failure, after the others ended. */
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

/** What came of a step, or undefined where a rule refused it, because somebody was there first. */
export const orRefused = <Result>(step: Promise<Result>): Promise<Result | undefined> =>
  step.catch((error: unknown) => {
    if (error instanceof RuleBroken) return undefined
    throw error
  })
