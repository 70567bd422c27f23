import type { Stats } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, matchesGlob, relative, sep } from 'node:path'
import { isOfSystem } from '#schemas/layouts/left-out.ts'

/** A file below a folder: its path there with `/`, and where it lies once links are followed. */
export type Found = { path: string; place: string; size: number; changed: number }

/** What is left out of a folder, by why: hidden files and those of systems, empty ones, excluded ones, links out and circles. */
export type LeftOut = { hidden: number; empty: number; excluded: number; links: number }

/** Whether a place lies in a folder; both with all links followed. */
export const liesIn = (folder: string, place: string): boolean => {
  const from = relative(folder, place)
  return from !== '' && from !== '..' && !from.startsWith(`..${sep}`) && !isAbsolute(from)
}

/** Tells the files below a folder, in the order of their names; returns what is left out. A link is followed within it alone. */
export const walkFolder = async (
  folder: string,
  exclude: readonly string[],
  found: (file: Found) => void,
): Promise<LeftOut> => {
  const root = await realpath(folder)
  const leftOut: LeftOut = { hidden: 0, empty: 0, excluded: 0, links: 0 }

  const lookAt = async (path: string, place: string, kind: Stats, above: readonly string[]): Promise<void> => {
    if (kind.isDirectory() && !above.includes(place)) await walk(path, [...above, place])
    else if (kind.isDirectory()) leftOut.links += 1
    else if (kind.isFile() && kind.size === 0) leftOut.empty += 1
    else if (kind.isFile()) found({ path, place, size: kind.size, changed: kind.mtimeMs })
  }

  const walk = async (inside: string, above: readonly string[]): Promise<void> => {
    const entries = await readdir(above.at(-1) ?? root, { withFileTypes: true })
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`
      if (isOfSystem(entry.name)) leftOut.hidden += 1
      else if (exclude.some((glob) => matchesGlob(path, glob))) leftOut.excluded += 1
      else {
        const here = join(above.at(-1) ?? root, entry.name)
        const place = entry.isSymbolicLink() ? await realpath(here).catch(() => undefined) : here
        const kind =
          place && (place === here || liesIn(root, place)) ? await stat(place).catch(() => undefined) : undefined
        if (place && kind) await lookAt(path, place, kind, above)
        else leftOut.links += 1
      }
    }
  }

  await walk('', [root])
  return leftOut
}
