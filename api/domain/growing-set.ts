/**
 * A large set that changes in small steps, each of which makes a new one: what two sets share is copied only now and
 * then. `more` is not in `base`, `less` is.
 */
export type GrowingSet<Item> = {
  base: ReadonlySet<Item>
  more: ReadonlySet<Item>
  less: ReadonlySet<Item>
}

/** Differences that are kept beside the base. */
const mostBeside = 512

export const emptySet: GrowingSet<never> = { base: new Set(), more: new Set(), less: new Set() }

export const sizeOf = ({ base, more, less }: GrowingSet<unknown>): number => base.size + more.size - less.size

export const holds = <Item>({ base, more, less }: GrowingSet<Item>, item: Item): boolean =>
  more.has(item) || (base.has(item) && !less.has(item))

const compact = <Item>({ base, more, less }: GrowingSet<Item>): GrowingSet<Item> => {
  if (more.size + less.size <= mostBeside) return { base, more, less }
  const whole = new Set(base)
  for (const item of less) whole.delete(item)
  for (const item of more) whole.add(item)
  return { ...emptySet, base: whole }
}

export const withItems = <Item>({ base, ...beside }: GrowingSet<Item>, items: readonly Item[]): GrowingSet<Item> => {
  const [more, less] = [new Set(beside.more), new Set(beside.less)]
  for (const item of items) {
    less.delete(item)
    if (!base.has(item)) more.add(item)
  }
  return compact({ base, more, less })
}

export const withoutItems = <Item>({ base, ...beside }: GrowingSet<Item>, items: readonly Item[]): GrowingSet<Item> => {
  const [more, less] = [new Set(beside.more), new Set(beside.less)]
  for (const item of items) {
    more.delete(item)
    if (base.has(item)) less.add(item)
  }
  return compact({ base, more, less })
}
