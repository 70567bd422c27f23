import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Where a projection is built anew beside the live one, and where the one that it replaced is kept. */
export const rebuildFolder = (folder: string, name: string): string => join(folder, '.rebuilding', name)
export const formerFolder = (folder: string, name: string): string => join(folder, '.former', name)

const partsOf = (name: string): string[] => ['', '-wal', '-shm'].map((suffix) => `${name}.sqlite${suffix}`)

/** The log beside a file goes with it: readers that still have the file open keep both. */
const move = (name: string, from: string, to: string): void => {
  for (const part of partsOf(name)) if (existsSync(join(from, part))) renameSync(join(from, part), join(to, part))
}

/** Puts the file of `from` in the place of a projection's file, which is kept as the former one. */
export const replaceFile = (folder: string, name: string, from: string): void => {
  const aside = join(folder, '.replacing', name)
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(aside, { recursive: true, mode: 0o700 })
  move(name, folder, aside)
  move(name, from, folder)
  const former = formerFolder(folder, name)
  rmSync(former, { recursive: true, force: true })
  mkdirSync(join(folder, '.former'), { recursive: true, mode: 0o700 })
  renameSync(aside, former)
}

/** Whether there is a former file to go back to. */
export const hasFormer = (folder: string, name: string): boolean =>
  existsSync(join(formerFolder(folder, name), `${name}.sqlite`))

/** Removes former files, which hold what was since blanked in the live ones. */
export const removeFormer = (folder: string): void => rmSync(join(folder, '.former'), { recursive: true, force: true })

/** Read models that are kept no more: what is removed for ever must not live on in them. */
const keptNoMore = ['trash-to-purge']

/** Removes what an earlier process left beside the live files. */
export const removeLeftovers = (folder: string): void => {
  for (const name of keptNoMore) for (const part of partsOf(name)) rmSync(join(folder, part), { force: true })
  for (const name of ['.rebuilding', '.replacing']) rmSync(join(folder, name), { recursive: true, force: true })
  removeFormer(folder)
}
