import type { Checkpoint } from '#schemas/proofs/checkpoint.ts'
import { beginsWith } from '#schemas/proofs/tree.ts'
import { openTreeReading, type ReadLog } from './read-tree.ts'
import { openTreeFiles, readTree, type TreeFiles } from './tree-files.ts'

const isTreeOf = (tree: TreeFiles, checkpoint: Checkpoint): boolean =>
  tree.size() >= checkpoint.size && beginsWith(tree.nodeAt, checkpoint)

/**
 * The tree of a log for those who read it: the one that the workers of this data folder keep, in the first of two folders,
 * or else one of our own in the second, which is made as soon as it is asked for.
 */
export const openTreeForReading = (log: ReadLog, ofWorkers: string, own: string) => {
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
      for (const folder of [ofWorkers, own]) {
        const read = readTree(folder, (tree) => (isTreeOf(tree, checkpoint) ? { result: use(tree) } : undefined))
        if (read) return read.result
      }
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
      const size = readTree(own, (tree) => tree.size()) ?? 0
      const read = readTree(ofWorkers, (tree) => (tree.size() < size ? undefined : { result: use(tree) }))
      return read ? read.result : readTree(own, use)
    },
    close: async (): Promise<void> => {
      isClosed = true
      await running
    },
  }
}
