import type { Checkpoint } from '#schemas/proofs/checkpoint.ts'
import { isSameHash, rootOf } from '#schemas/proofs/tree.ts'
import { openTreeReading, type ReadLog } from './read-tree.ts'
import { openTreeFiles, readTree, type TreeFiles } from './tree-files.ts'

const isTreeOf = (tree: TreeFiles, { size, root }: Checkpoint): boolean =>
  tree.size() >= size && isSameHash(rootOf(tree.nodeAt, size), root)

/**
 * The tree of a log for those who read it: the one that the workers of this data folder keep, in the first of two folders,
 * or else one of our own in the second, which is made as soon as it is asked for.
 */
export const openTreeForReading = (log: ReadLog, ofWorkers: string, own: string) => {
  const folders = [ofWorkers, own]
  const reading = openTreeReading(log)
  let isClosed = false
  let running: Promise<void> | undefined

  const readOn = async (checkpoint: Checkpoint): Promise<void> => {
    const tree = openTreeFiles(own, 'writing')
    try {
      await reading.readOn(tree, tree.size(), () => !isClosed)
      // The log was exchanged, or a crash left what never was on the disk.
      if (tree.size() >= checkpoint.size && !isTreeOf(tree, checkpoint)) reading.readAnew(tree)
      tree.sync()
    } finally {
      tree.close()
    }
  }

  return {
    /** Reads the tree that a checkpoint is of; undefined while there is none. */
    of: <Result>(checkpoint: Checkpoint, use: (tree: TreeFiles) => Result): Result | undefined => {
      const folder = folders.find((each) => readTree(each, (tree) => isTreeOf(tree, checkpoint)))
      if (folder !== undefined) return readTree(folder, use)
      // Whoever asks again meets what has failed.
      running ??= readOn(checkpoint)
        .catch(() => undefined)
        .finally(() => {
          running = undefined
        })
      return undefined
    },
    /** Reads the tree as far as it goes; undefined where there is none. */
    asItIs: <Result>(use: (tree: TreeFiles) => Result): Result | undefined => {
      const sizes = folders.map((folder) => readTree(folder, (tree) => tree.size()) ?? 0)
      const [first = 0, second = 0] = sizes
      return readTree(second > first ? own : ofWorkers, use)
    },
    close: async (): Promise<void> => {
      isClosed = true
      await running
    },
  }
}
