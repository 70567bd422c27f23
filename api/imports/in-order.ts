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
