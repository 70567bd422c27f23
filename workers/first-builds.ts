import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Ledger } from '#api/event-store/ledger.ts'
import { buildFiles, isWorthBuilding } from '#api/read-side/build-files.ts'
import type { Projection } from '#projections/engine/projection.ts'
import { openForWriting, positionOf } from '#projections/engine/read-db.ts'
import { fileOf } from '#projections/engine/read-file.ts'

/** Whether the file of a read model is missing, or was one that cannot be continued. */
const isEmpty = (folder: string, projection: Projection, onDamaged: (name: string) => void): boolean => {
  const db = openForWriting(folder, projection, onDamaged)
  try {
    return positionOf(db) === null
  } finally {
    db.close()
  }
}

/**
 * Builds the files that are missing from a large log, up to its end, before they are opened; each event is read once. One
 * that cannot be built stays empty: the log is applied to it, which shows the failure. The folder is the API's, too, so
 * the workers build in a subfolder of their own.
 * @param report called with each interruption
 * @param onDamaged called with the name of a read model whose file was damaged
 */
export const buildMissing = async (
  ledger: Ledger,
  folder: string,
  projections: readonly Projection[],
  report: (reason: string) => void,
  onDamaged: (name: string) => void,
): Promise<void> => {
  const target = await ledger.newest()
  if (!isWorthBuilding(target)) return
  const missing = projections.filter((projection) => isEmpty(folder, projection, onDamaged))
  if (missing.length === 0) return
  const drafts = join(folder, '.building-of-workers')
  rmSync(drafts, { recursive: true, force: true })
  const folderOf = (name: string) => join(drafts, name)
  await buildFiles({ ledger, projections: missing, folderOf, target }, (message) => {
    if (message.type === 'broken') return report(message.reason)
    const built = missing.find(({ name }) => name === message.name)
    if (message.type === 'built' && built) renameSync(fileOf(folderOf(built.name), built), fileOf(folder, built))
  })
  rmSync(drafts, { recursive: true, force: true })
}
