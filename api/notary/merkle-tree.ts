import { hash } from 'node:crypto'
import { type Hash, hashNode } from '#schemas/proofs/tree.ts'

/** The root of no leaves at all. */
const emptyRoot: Hash = hash('sha256', '', 'buffer')

/** The root of 2^level leaves, which are those from index * 2^level on. */
export type NodeAt = (level: number, index: number) => Hash

/** How many of several leaves stand on the left: the largest power of two that is less than all. */
const leftOf = (size: number): number => {
  let left = 1
  while (left * 2 < size) left *= 2
  return left
}

/** The root of the leaves from `start` on and before `end`, as the tree of RFC 6962 cuts them. */
const rootBetween = (nodeAt: NodeAt, start: number, end: number): Hash => {
  const size = end - start
  const left = leftOf(size)
  if (size === 1) return nodeAt(0, start)
  if (size === left * 2) return nodeAt(Math.log2(size), start / size)
  return hashNode(rootBetween(nodeAt, start, start + left), rootBetween(nodeAt, start + left, end))
}

/** The root of the first `size` leaves. */
export const rootOf = (nodeAt: NodeAt, size: number): Hash => (size === 0 ? emptyRoot : rootBetween(nodeAt, 0, size))

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
