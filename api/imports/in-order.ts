/**
 * Does something for each, many at a time, and answers in their order as soon as each is done. Whoever stops listening,
 * or is thrown a failure, can be sure that nothing is under way any more.
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
      // A failure is met in its turn, further down.
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

/** Lists of so many; the last may be shorter. */
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

/** All at once; a failure is thrown when nothing is under way any more. */
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
