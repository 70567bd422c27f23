/**
 * Maps items concurrently, up to `atOnce` at a time, and yields the results in order as soon as each is available. When
 * the consumer stops or a failure is thrown, all calls have settled.
 */
export const inOrder = async function* <Item, Result>(
  items: Iterable<Item>,
  atOnce: number,
  act: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const underWay: Promise<Result>[] = []
  try {
    for (const item of items) {
      const acting = act(item)
      // The failure is thrown below, when its result is due.
      acting.catch(() => {})
      underWay.push(acting)
      const first = underWay.length < atOnce ? undefined : underWay.shift()
      if (first) yield await first
    }
    for (let next = underWay.shift(); next; next = underWay.shift()) yield await next
  } finally {
    await Promise.allSettled(underWay)
  }
}

/** Splits items into lists of `length`; the last may be shorter. */
export const inLists = function* <Item>(items: Iterable<Item>, length: number): Generator<Item[]> {
  let list: Item[] = []
  for (const item of items) {
    list.push(item)
    if (list.length < length) continue
    yield list
    list = []
  }
  if (list.length > 0) yield list
}

/** Maps items concurrently; a failure is thrown once all calls have settled. */
export const together = async <Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const settled = await Promise.allSettled(items.map(act))
  return settled.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
}
