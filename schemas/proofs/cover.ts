import { base64Of, bytesIn } from './checkpoint.ts'
import { type Hash, hashNode, leftOf, type NodeAt } from './tree.ts'

/** A complete subtree of 2^level leaves, which are those from index * 2^level on. */
type Subtree = readonly [level: number, index: number]

/** The first so many leaves of a log, and the first of each of some smaller sizes. */
type Sizes = { size: number; earlier: readonly number[] }

/**
 * The fewest complete subtrees that give, with some leaves, the root of each size; from the left to the right. None holds
 * one of those leaves.
 * @param leaves their numbers, each less than `size`
 */
export const coverOf = ({ size, earlier }: Sizes, leaves: readonly number[]): Subtree[] => {
  const between = (start: number, end: number, cuts: readonly number[], known: readonly number[]): Subtree[] => {
    const width = end - start
    if (width === 1) return known.length === 0 ? [[0, start]] : []
    const middle = start + leftOf(width)
    const isWhole = middle - start === end - middle && known.length + cuts.length === 0
    if (isWhole) return [[Math.log2(width), start / width]]
    const isLeft = (at: number): boolean => at < middle
    return [
      ...between(start, middle, cuts.filter(isLeft), known.filter(isLeft)),
      ...between(
        middle,
        end,
        cuts.filter((at) => at > middle),
        known.filter((at) => at >= middle),
      ),
    ]
  }
  const cuts = earlier.filter((each) => each > 0 && each < size)
  return size === 0 ? [] : between(0, size, cuts, leaves)
}

/** The cover of some leaves, one subtree a line: level, index and hash. */
export const coverText = (nodeAt: NodeAt, sizes: Sizes, leaves: readonly number[]): string =>
  coverOf(sizes, leaves)
    .map(([level, index]) => `${level} ${index} ${base64Of(nodeAt(level, index))}\n`)
    .join('')

/** The nodes that follow from leaves, by their numbers, and their cover; undefined where a text is not that cover. */
export const nodesFrom = (text: string, sizes: Sizes, leaves: ReadonlyMap<number, Hash>): NodeAt | undefined => {
  const cover = coverOf(sizes, [...leaves.keys()])
  const lines = text.split('\n')
  const known = new Map([...leaves].map(([index, hash]) => [`0 ${index}`, hash]))
  for (const [at, place] of cover.entries()) {
    const [, name = '', base64 = ''] = /^(\d+ \d+) (\S+)$/.exec(lines[at] ?? '') ?? []
    const hash = bytesIn(base64)
    if (name !== place.join(' ') || hash.length !== 32) return undefined
    known.set(name, hash)
  }
  if (lines.length !== cover.length + 1 || lines.at(-1) !== '') return undefined
  const nodeAt: NodeAt = (level, index) => {
    const name = `${level} ${index}`
    const node = known.get(name) ?? hashNode(nodeAt(level - 1, 2 * index), nodeAt(level - 1, 2 * index + 1))
    known.set(name, node)
    return node
  }
  return nodeAt
}
