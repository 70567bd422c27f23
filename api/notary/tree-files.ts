import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Hash, hashNode, type NodeAt } from '#schemas/proofs/tree.ts'

/** A leaf as it is appended: its hash, and the position of its event in this log. */
export type Leaf = { hash: Hash; position: string }

const hashBytes = 32
const positionBytes = 8
/** Hashes of a tile, as C2SP cuts trees, and the levels of a tree between two levels of tiles. */
export const tileSize = 256
const tileLevels = 8
/** Levels of tiles: enough for four thousand million leaves. */
export const levels = [0, 1, 2, 3] as const

/** Files of a tree are shorter than they have to be: they were deleted, or are being made anew. */
class IncompleteTree extends Error {
  override name = 'IncompleteTree'
}

const openFile = (path: string, use: 'reading' | 'writing') => {
  const fd = openSync(path, use === 'reading' ? 'r' : constants.O_RDWR | constants.O_CREAT, 0o600)
  return {
    length: (): number => fstatSync(fd).size,
    read: (start: number, bytes: number): Buffer => {
      const read = Buffer.alloc(bytes)
      if (readSync(fd, read, 0, bytes, start) < bytes) throw new IncompleteTree(`${path} ends before ${start + bytes}`)
      return read
    },
    write: (bytes: Uint8Array, start: number): void => {
      for (let written = 0; written < bytes.length; ) {
        written += writeSync(fd, bytes, written, bytes.length - written, start + written)
      }
    },
    cut: (length: number): void => ftruncateSync(fd, length),
    sync: (): void => fsyncSync(fd),
    close: (): void => closeSync(fd),
  }
}

const rootOfAll = (hashes: Buffer): Hash => {
  if (hashes.length === hashBytes) return hashes
  const half = hashes.length / 2
  return hashNode(rootOfAll(hashes.subarray(0, half)), rootOfAll(hashes.subarray(half)))
}

/**
 * The tree of a log in a folder: the file `<level>` holds the roots of 256^level leaves each, one after the other, so that
 * a tile of C2SP is a slice of 8,192 bytes; `positions` holds the position of each leaf in this log, 8 bytes of it. All of
 * it follows from the log. One process writes; others may read meanwhile, and see what was appended as a whole.
 */
export const openTreeFiles = (folder: string, use: 'reading' | 'writing') => {
  if (use === 'writing') mkdirSync(folder, { recursive: true, mode: 0o700 })
  const files = levels.map((level) => openFile(join(folder, String(level)), use))
  const positions = openFile(join(folder, 'positions'), use)
  const all = [...files, positions]
  let size = Math.floor(positions.length() / positionBytes)

  const hashesAt = (level: number, start: number, count: number): Buffer => {
    const file = files[level]
    if (!file) throw new IncompleteTree(`There is no level ${level}`)
    return file.read(start * hashBytes, count * hashBytes)
  }

  const nodeAt: NodeAt = (level, index) => {
    const width = 2 ** (level % tileLevels)
    return rootOfAll(hashesAt(Math.floor(level / tileLevels), index * width, width))
  }

  /** Ends each level of tiles where it has to for so many leaves, and works out what it lacks. */
  const complete = (leaves: number): void => {
    for (const level of levels.slice(1)) {
      const file = files[level] as (typeof files)[0]
      const wanted = Math.floor(leaves / tileSize ** level)
      const there = Math.floor(file.length() / hashBytes)
      if (there > wanted) file.cut(wanted * hashBytes)
      for (let index = there; index < wanted; index += 1) {
        file.write(rootOfAll(hashesAt(level - 1, index * tileSize, tileSize)), index * hashBytes)
      }
    }
  }

  const cut = (leaves: number): void => {
    positions.cut(leaves * positionBytes)
    files[0]?.cut(leaves * hashBytes)
    complete(leaves)
    size = leaves
  }

  const positionAt = (index: number): bigint => positions.read(index * positionBytes, positionBytes).readBigUInt64BE()

  // What an append was broken off in is not there.
  if (use === 'writing') cut(Math.min(size, Math.floor((files[0]?.length() ?? 0) / hashBytes)))

  return {
    /** Leaves that are there. */
    size: (): number => size,
    nodeAt,
    /** The position of the event of a leaf. */
    positionAt: (index: number): string => String(positionAt(index)),
    /** The number of the leaf of the event at a position; undefined where there is none, or not yet. */
    indexOf: (position: string): number | undefined => {
      const wanted = BigInt(position)
      let from = 0
      let to = size
      while (from < to) {
        const middle = Math.floor((from + to) / 2)
        if (positionAt(middle) < wanted) from = middle + 1
        else to = middle
      }
      return from < size && positionAt(from) === wanted ? from : undefined
    },
    /** Appends leaves, in their order. They are on disk after `sync`. */
    append: (leaves: readonly Leaf[]): void => {
      const places = Buffer.alloc(leaves.length * positionBytes)
      for (const [at, { position }] of leaves.entries()) places.writeBigUInt64BE(BigInt(position), at * positionBytes)
      files[0]?.write(Buffer.concat(leaves.map(({ hash }) => hash)), size * hashBytes)
      complete(size + leaves.length)
      positions.write(places, size * positionBytes)
      size += leaves.length
    },
    /** Keeps the first leaves alone. */
    cut,
    sync: (): void => {
      for (const file of all) file.sync()
    },
    close: (): void => {
      for (const file of all) file.close()
    },
  }
}
export type TreeFiles = ReturnType<typeof openTreeFiles>

/** Where the tree of a log lies in a data folder, of its workers or of an API that has none beside it. */
export const treeFolder = (dataDir: string, of: 'workers' | 'api' = 'workers'): string =>
  join(dataDir, of === 'workers' ? 'notary/tree' : 'notary/tree-of-api')

/** Reads the tree of a folder; undefined where there is none, or not all of it. */
export const readTree = <Result>(folder: string, read: (tree: TreeFiles) => Result): Result | undefined => {
  if (![...levels, 'positions'].every((name) => existsSync(join(folder, String(name))))) return undefined
  const tree = openTreeFiles(folder, 'reading')
  try {
    return read(tree)
  } catch (error) {
    if (error instanceof IncompleteTree) return undefined
    throw error
  } finally {
    tree.close()
  }
}
