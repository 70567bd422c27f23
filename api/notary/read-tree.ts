import type { WholeLog } from '#api/event-store/whole-log.ts'
import { hashLeaf, isSameHash } from '#schemas/proofs/tree.ts'
import { leafOf } from './leaf.ts'
import type { TreeFiles } from './tree-files.ts'

/** The part of a log that its tree is read from. */
export type ReadLog = Pick<WholeLog, 'page' | 'at'>

/** Whether the last leaf of a tree is that of the event at its position. */
const endsAs = async (tree: TreeFiles, log: ReadLog): Promise<boolean> => {
  const last = tree.size() - 1
  if (last < 0) return true
  const event = await log.at(tree.positionAt(last))
  return event !== undefined && isSameHash(hashLeaf(leafOf(event)), tree.nodeAt(0, last))
}

/**
 * Brings a tree up to its log. A process that died may have left leaves that were never on disk as a whole, and a log may
 * have been exchanged meanwhile: what was not signed is read anew, all of it where the tree ends as the log does not.
 */
export const openTreeReading = (log: ReadLog) => {
  let isCompared = false
  let seen: { size: number; position: string | null } | undefined

  const reading = {
    /** The next reading begins at the first event. */
    readAnew: (tree: TreeFiles): void => {
      tree.cut(0)
      isCompared = true
      seen = undefined
    },
    /**
     * Appends what came since, for as long as `goesOn` says; answers whether that is all.
     * @param signed leaves that were signed
     */
    readOn: async (tree: TreeFiles, signed: number, goesOn: () => boolean): Promise<boolean> => {
      if (!isCompared) {
        tree.cut(Math.min(tree.size(), signed))
        if (!(await endsAs(tree, log))) reading.readAnew(tree)
        isCompared = true
      }
      const size = tree.size()
      let position = seen?.size === size ? seen.position : size === 0 ? null : tree.positionAt(size - 1)
      for (let isEnd = false; !isEnd; ) {
        if (!goesOn()) return false
        const page = await log.page(position)
        tree.append(page.events.map((event) => ({ hash: hashLeaf(leafOf(event)), position: event.position })))
        position = page.last
        isEnd = page.isEnd
        seen = { size: tree.size(), position }
      }
      return true
    },
  }
  return reading
}
