import { emptyRoot, type Hash, hashNode, leftOf, type NodeAt, rootBetween } from '#schemas/proofs/tree.ts'

/** The hashes that lead from the leaf at `index` to the root of the first `size` leaves. */
export const inclusionOf = (nodeAt: NodeAt, index: number, size: number): Hash[] => {
  const between = (start: number, end: number): Hash[] => {
    if (end - start === 1) return []
    const middle = start + leftOf(end - start)
    return index < middle
      ? [...between(start, middle), rootBetween(nodeAt, middle, end)]
      : [...between(middle, end), rootBetween(nodeAt, start, middle)]
  }
  return between(0, size)
}

/** The hashes that show that the first `to` leaves begin with the first `from`, which are at least one. */
export const consistencyOf = (nodeAt: NodeAt, from: number, to: number): Hash[] => {
  const between = (start: number, end: number): Hash[] => {
    // The smaller root itself is known to whoever checks.
    if (from === end) return start === 0 ? [] : [rootBetween(nodeAt, start, end)]
    const middle = start + leftOf(end - start)
    return from <= middle
      ? [...between(start, middle), rootBetween(nodeAt, middle, end)]
      : [...between(middle, end), rootBetween(nodeAt, start, middle)]
  }
  return between(0, to)
}

/**
 * The nodes of a tree that grows leaf by leaf and is not kept: those of complete subtrees alone, from which the root
 * follows at any time.
 */
export const openGrowingTree = () => {
  const peaks: { level: number; root: Hash }[] = []
  return {
    add: (leafHash: Hash): void => {
      let grown = { level: 0, root: leafHash }
      for (let last = peaks.at(-1); last?.level === grown.level; last = peaks.at(-1)) {
        peaks.pop()
        grown = { level: grown.level + 1, root: hashNode(last.root, grown.root) }
      }
      peaks.push(grown)
    },
    root: (): Hash => {
      const [last, ...others] = peaks.map(({ root }) => root).reverse()
      return last ? others.reduce((right, left) => hashNode(left, right), last) : emptyRoot
    },
  }
}
