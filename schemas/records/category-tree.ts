import { slugOf } from './team-slug.ts'

/** Levels of the tree (D-47). */
export const maxLevels = 4

/** The maximum number of categories in a team: one page of a list holds them all, and one event each fits one append. */
export const maxCategories = 1000

/** Longest slug, in characters (D-49). */
const longestSlug = 255

/** A node with children of its own type. */
export type Branch<Node> = { children: readonly Node[] }

/** A node of a tree, its level from 1, and its ancestors from the root. */
export type Placed<Node> = { node: Node; level: number; above: readonly Node[] }

/** Every node of a tree, parents before children. */
export const inTreeOrder = <Node extends Branch<Node>>(
  roots: readonly Node[],
  above: readonly Node[] = [],
): Placed<Node>[] =>
  roots.flatMap((node) => [
    { node, level: above.length + 1, above },
    ...inTreeOrder<Node>(node.children, [...above, node]),
  ])

/** The slug of a category's name by the rule for team slugs, with '-2', '-3' and so on if it is taken (D-48). */
export const freeSlug = (name: string, isTaken: (slug: string) => boolean): string =>
  uniqueSlug(slugOf(name).slice(0, longestSlug), isTaken)

/** The slug, or its first free variant with '-2', '-3' and so on. */
export const uniqueSlug = (base: string, isTaken: (slug: string) => boolean): string => {
  let slug = base
  for (let count = 2; isTaken(slug); count += 1) {
    const end = `-${count}`
    slug = base.slice(0, longestSlug - end.length) + end
  }
  return slug
}
