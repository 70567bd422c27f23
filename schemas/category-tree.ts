import { slugOf } from './team-slug.ts'

/** Levels of the tree (D-47, CONST1-06). */
export const mostLevels = 4

/** Categories of one team. One page of a list holds them all, and one event each still fits one append. */
export const mostCategories = 1000

/** Longest slug, in characters (D-49). */
const longestSlug = 255

/** Anything that has children of its own kind. */
export type Branch<Node> = { children: readonly Node[] }

/** A node of a tree, its level from 1, and what stands above it, topmost first. */
export type Placed<Node> = { node: Node; level: number; above: readonly Node[] }

/** Every node of a tree, each before its children. */
export const inTreeOrder = <Node extends Branch<Node>>(
  roots: readonly Node[],
  above: readonly Node[] = [],
): Placed<Node>[] =>
  roots.flatMap((node) => [
    { node, level: above.length + 1, above },
    ...inTreeOrder<Node>(node.children, [...above, node]),
  ])

/**
 * The slug that follows from a category's name by the rule for team slugs, with '-2', '-3' and so on where
 * it is taken (D-48).
 */
export const freeSlug = (name: string, isTaken: (slug: string) => boolean): string =>
  slugBeside(slugOf(name).slice(0, longestSlug), isTaken)

/** A slug that is not taken, with '-2', '-3' and so on where it is. */
export const slugBeside = (base: string, isTaken: (slug: string) => boolean): string => {
  let slug = base
  for (let count = 2; isTaken(slug); count += 1) {
    const end = `-${count}`
    slug = base.slice(0, longestSlug - end.length) + end
  }
  return slug
}
