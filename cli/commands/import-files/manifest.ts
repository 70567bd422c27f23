import { realpath, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Failure } from '#cli/failure.ts'
import { readTable } from '#cli/read-table.ts'
import type { Layout } from '#schemas/layouts/layout.ts'
import { pathReader } from '#schemas/layouts/read-path.ts'
import { type ColumnChoice, columnsOf } from '#schemas/records/import-columns.ts'
import { dayHere } from '#schemas/time/dates.ts'
import { type Entries, type Entry, refused, type Working, workOn } from './entries.ts'
import type { Hashes } from './hashes.ts'
import { type Found, liesIn } from './walk.ts'

/** The day that a file without one gets: that of its last change, or none, which the server takes for today. */
export type DayWish = 'changed' | 'today'

const entryOf = (row: number, path: string, said: Entry['cells'], file: Omit<Found, 'path'> | null, wish: DayWish) => {
  const cells: Entry['cells'] = { path, ...said }
  if (wish === 'changed' && file && !cells.completed_at) cells.completed_at = dayHere(file.changed)
  const { place, size, changed } = file ?? { place: null, size: 0, changed: 0 }
  const entry = { row, path, cells, place, size, changed, sha256: '', errors: {}, inRun: null }
  return { ...entry, verdict: 'unknown' } satisfies Entry
}

/** Reads the files of a folder as rows, by what their paths say. */
export const entryReader = (layout: Layout, wish: DayWish) => {
  const read = pathReader(layout)
  return (file: Found, row: number): Entry => {
    const said = read(file.path)
    const entry = entryOf(row, file.path, 'fields' in said ? said.fields : {}, file, wish)
    return 'refusal' in said ? refused(entry, { path: [said.refusal] }) : entry
  }
}

/** The file of a path of a manifest, in its folder; links are followed within it alone. */
const fileAt = async (root: string, path: string): Promise<Omit<Found, 'path'> | string> => {
  const place = await realpath(resolve(root, path)).catch(() => undefined)
  const kind = place === undefined ? undefined : await stat(place)
  if (place === undefined || !kind?.isFile()) return 'There is no such file.'
  if (!liesIn(root, place)) return 'This path leads out of the folder of the manifest.'
  return { place, size: kind.size, changed: kind.mtimeMs }
}

/** Keeps the rows of a manifest with their files; returns its columns that mean nothing here. Throws Failure without a `path`. */
export const readManifest = async (
  manifest: string,
  choice: ColumnChoice,
  wish: DayWish,
  entries: Entries,
): Promise<string[]> => {
  const root = await realpath(dirname(resolve(manifest)))
  const unknown = new Set<string>()
  for await (const { row, cells } of readTable(manifest)) {
    const columns = columnsOf('files', Object.keys(cells), choice)
    if (!columns.of.has('path')) throw new Failure(`${manifest} has no column "path": each row needs its file.`)
    for (const column of columns.unknown) unknown.add(column)
    const told = [...columns.of].map(([field, column]): [string, string] => [field, cells[column]?.trim() ?? ''])
    const { path = '', size: _, sha256 = '', ...said } = Object.fromEntries(told.filter(([, value]) => value !== ''))
    const file = await fileAt(root, path)
    const isFile = typeof file !== 'string'
    // The hash is what it should be; its bytes are read below.
    const entry = { ...entryOf(row, path, said, isFile ? file : null, wish), sha256: sha256.toLowerCase() }
    entries.keep(isFile ? entry : refused(entry, { path: [file] }))
  }
  return [...unknown]
}

/** How many files are read side by side. */
const atOnce = 4

/** Reads the bytes of all files that are not refused. One that is not what its manifest says is refused. */
export const hashAll = (entries: Entries, hashes: Hashes, reading: Omit<Working, 'atOnce'>): Promise<void> =>
  workOn(entries, 'unknown', { ...reading, atOnce }, async (entry, place) => {
    const { size, changed, sha256: told } = entry
    const sha256 = await hashes.of({ place, size, changed }).catch(() => undefined)
    if (sha256 === undefined) return refused(entry, { file: ['The file cannot be read.'] })
    const isTold = told === '' || told === sha256
    return isTold
      ? { ...entry, sha256 }
      : refused({ ...entry, sha256 }, { file: ['These are other bytes than the manifest names.'] })
  })
