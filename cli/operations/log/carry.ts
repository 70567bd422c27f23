import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { WholeLog } from '#api/event-store/whole-log.ts'
import { copyReadModel, moveReadModel, type OtherPlaces } from '#projections/engine/moved-file.ts'
import { carriedFolder, carryingFolder } from '#projections/engine/replace-file.ts'

/** Positions of the events that two logs have alike, in their order. */
export const openEqualPositions = () => {
  const here: number[] = []
  const there: number[] = []

  /** How many are at or before a position. */
  const countUpTo = (position: number): number => {
    let low = 0
    let high = here.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((here[middle] ?? 0) <= position) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    add: (position: string, other: string): void => {
      here.push(Number(position))
      there.push(Number(other))
    },
    /** The position in the other log of the last event at or before a position; undefined before the first. */
    lastUpTo: (position: number): number | undefined => there[countUpTo(position) - 1],
    /** The position in the other log of the event at a position; undefined where none was compared. */
    exactly: (position: number): number | undefined => {
      const count = countUpTo(position)
      return here[count - 1] === position ? there[count - 1] : undefined
    },
  }
}
type EqualPositions = ReturnType<typeof openEqualPositions>

const placesIn = (source: WholeLog, target: WholeLog, positions: EqualPositions): OtherPlaces => ({
  placeOf: async ({ position, id }) => {
    if ((await source.at(position))?.id !== id) return undefined
    const there = positions.lastUpTo(Number(position))
    const idThere = there === undefined ? undefined : (await target.at(String(there)))?.id
    return idThere === undefined ? undefined : { position: String(there), id: idThere }
  },
  positionOf: (position) => {
    const there = positions.exactly(position)
    if (there === undefined) throw new Error(`a row is at position ${position}, where the log has no event`)
    return there
  },
})

/** The folders with the read models of the source, and where those of the target are looked for. */
export type ReadModelFolders = { from: string; to: string }

type Carrying = {
  folders: ReadModelFolders
  source: WholeLog
  target: WholeLog
  positions: EqualPositions
  /** Copies and compares what the source holds now, so that all that the files hold has its position. */
  catchUp: () => Promise<void>
}

/**
 * Lays read models that belong to the target beside those of the source, from which they are made; the next start on the
 * target takes them. Siteledger may run meanwhile, and removes them when it erases somebody.
 * @returns how many; those that do not belong to the source stay behind
 */
export const carryReadModels = async ({ folders, ...carrying }: Carrying): Promise<number> => {
  const drafts = carryingFolder(folders.to)
  const carried = carriedFolder(folders.to)
  const remove = (folder: string) => rmSync(folder, { recursive: true, force: true })
  for (const each of [drafts, carried]) remove(each)
  if (!existsSync(folders.from)) return 0
  mkdirSync(drafts, { recursive: true, mode: 0o700 })
  try {
    const count = await draw(folders.from, drafts, carrying)
    // All at once: an erasure meanwhile has removed the drafts.
    renameSync(drafts, carried)
    return count
  } finally {
    remove(drafts)
  }
}

const draw = async (
  from: string,
  drafts: string,
  { source, target, positions, catchUp }: Omit<Carrying, 'folders'>,
) => {
  const names = readdirSync(from).filter((name) => name.endsWith('.sqlite'))
  for (const name of names) await copyReadModel(join(from, name), join(drafts, name))
  await catchUp()
  const places = placesIn(source, target, positions)
  let count = 0
  for (const name of names) {
    if (await moveReadModel(join(drafts, name), places)) count += 1
    else rmSync(join(drafts, name))
  }
  return count
}

/** Whether what was carried over is still there. */
export const areCarried = ({ to }: ReadModelFolders): boolean => existsSync(carriedFolder(to))
