import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The folders in which a missing file of a projection is built and an existing one rebuilt, and the folder of the file
 * that a rebuilt one replaced.
 */
export const buildFolder = (folder: string, name: string): string => join(folder, '.building', name)
export const rebuildFolder = (folder: string, name: string): string => join(folder, '.rebuilding', name)
export const formerFolder = (folder: string, name: string): string => join(folder, '.former', name)

/** The folders of files that are carried over with the log to another place, and of those that a start there takes. */
export const carryingFolder = (folder: string): string => join(folder, '.carrying')
export const carriedFolder = (folder: string): string => join(folder, '.carried')

/** The folder of a file that catches up with the live one, to take its place. */
const successorFolder = (folder: string, name: string): string => join(folder, '.succeeding', name)

const partsOf = (name: string): string[] => ['', '-wal', '-shm'].map((suffix) => `${name}.sqlite${suffix}`)

/** Moves a file with its write-ahead log; readers that have the file open keep both. */
const move = (name: string, from: string, to: string): void => {
  for (const part of partsOf(name)) if (existsSync(join(from, part))) renameSync(join(from, part), join(to, part))
}

/** Moves the file of a projection from another folder to where it catches up with the live one. */
export const keepSuccessor = (folder: string, name: string, from: string): string => {
  const kept = successorFolder(folder, name)
  rmSync(kept, { recursive: true, force: true })
  mkdirSync(join(folder, '.succeeding'), { recursive: true, mode: 0o700 })
  renameSync(from, kept)
  return kept
}

/** Replaces a projection's file by that of `from`, and keeps it as the former one. */
export const replaceFile = (folder: string, name: string, from: string): void => {
  const aside = join(folder, '.replacing', name)
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(aside, { recursive: true, mode: 0o700 })
  move(name, folder, aside)
  move(name, from, folder)
  rmSync(from, { recursive: true, force: true })
  const former = formerFolder(folder, name)
  rmSync(former, { recursive: true, force: true })
  mkdirSync(join(folder, '.former'), { recursive: true, mode: 0o700 })
  renameSync(aside, former)
}

/** Whether there is a former file for a rollback. */
export const hasFormer = (folder: string, name: string): boolean =>
  existsSync(join(formerFolder(folder, name), `${name}.sqlite`))

/** Removes the former file of one projection. */
export const dropFormer = (folder: string, name: string): void =>
  rmSync(formerFolder(folder, name), { recursive: true, force: true })

/** Removes former files, and those that were carried over, since they hold text that was blanked in the live ones. */
export const removeUnblanked = (folder: string): void => {
  for (const name of ['.former', '.carrying', '.carried']) rmSync(join(folder, name), { recursive: true, force: true })
}

/** Read models that no longer exist. Their files are removed, so that purged data does not survive in them. */
const retiredReadModels = [
  'open-site-places',
  'accounts',
  'api-tokens',
  'categories',
  'clients',
  'documents',
  'files',
  'invitations',
  'pictures',
  'sites',
  'team-invitations',
  'teams',
  'trash',
  'trash-to-purge',
  'visits',
]

/** Puts a file back whose replacement was cut off, so that it need not be built again. */
const restoreCutOff = (folder: string): void => {
  const aside = join(folder, '.replacing')
  for (const name of existsSync(aside) ? readdirSync(aside) : []) {
    if (!existsSync(join(folder, `${name}.sqlite`))) move(name, join(aside, name), folder)
  }
}

/** Removes files that an earlier process left next to the live ones. */
export const removeLeftovers = (folder: string): void => {
  restoreCutOff(folder)
  for (const name of retiredReadModels) for (const part of partsOf(name)) rmSync(join(folder, part), { force: true })
  for (const name of ['.building', '.rebuilding', '.succeeding', '.replacing', '.former', '.carrying'])
    rmSync(join(folder, name), { recursive: true, force: true })
}
