import { type Applied, openApplied, writePosition } from './applied-file.ts'
import { adaptEarlier } from './earlier-file.ts'
import { hasReached } from './position.ts'
import type { Projection } from './projection.ts'
import { openAsItIs, openForWriting } from './read-db.ts'
import { dropFormer, keepSuccessor, replaceFile } from './replace-file.ts'

type Successor = Applied & { folder: string }

/** `missing` while the file is being built elsewhere; `successor` catches up with it, to take its place. */
export type Live = Applied & { missing: boolean; successor?: Successor | undefined }

type Opening = { missingFrom: string | null; onDamaged?: ((name: string) => void) | undefined }

/** Opens the file that queries read. With `missingFrom`, one of an earlier version is kept until another is built. */
export const openLive = (folder: string, projection: Projection, { missingFrom, onDamaged }: Opening): Live => {
  if (missingFrom !== null && adaptEarlier(folder, projection)) {
    const applied = openApplied(projection, openAsItIs(folder, projection))
    return { ...applied, state: { ...applied.state, outdated: true }, missing: false }
  }
  const applied = openApplied(projection, openForWriting(folder, projection, onDamaged))
  return { ...applied, missing: missingFrom !== null && applied.state.position === null }
}

/** Takes over the file of another folder, to apply to it what the live file holds already. */
export const openSuccessor = (folder: string, projection: Projection, from: string): Successor => {
  const own = keepSuccessor(folder, projection.name, from)
  return { ...openApplied(projection, openForWriting(own, projection)), folder: own }
}

/**
 * Replaces a file by its successor, once that holds as much of the log or cannot continue; tells whether it has done so.
 */
export const succeed = (folder: string, live: Live): boolean => {
  const { projection, successor, missing, state } = live
  if (!successor || !(successor.state.failed || hasReached(successor.state.position, state.position))) return false
  writePosition(successor)
  for (const { db } of [successor, live]) {
    db.checkpoint()
    db.close()
  }
  replaceFile(folder, projection.name, successor.folder)
  // A file that is empty or of an earlier version is nothing to go back to.
  if (missing || state.outdated) dropFormer(folder, projection.name)
  const applied = openApplied(projection, openForWriting(folder, projection))
  const { failed, at } = successor.state
  Object.assign(live, applied, { state: { ...applied.state, failed, at }, missing: false, successor: undefined })
  return true
}
