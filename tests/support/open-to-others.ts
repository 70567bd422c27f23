import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The folder and what is below it, as far as other accounts of the machine may do anything with it. */
export const openToOthers = (folder: string): string[] =>
  ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].filter(
    (path) => ((statSync(join(folder, path), { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0,
  )
