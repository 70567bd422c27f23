import { realpath, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Failure } from '#cli/failure.ts'
import { openPool } from '#cli/pool.ts'
import { readTable } from '#cli/read-table.ts'
import type { Layout } from '#schemas/layouts/layout.ts'
import { pathReader } from '#schemas/layouts/read-path.ts'
import { type ColumnChoice, columnsOf } from '#schemas/records/import-columns.ts'
import { type Entry, refuse } from './entries.ts'
import type { Hashes } from './hashes.ts'
import { type Found, liesIn } from './walk.ts'

/** The day of this machine on which a file was changed, `yyyy-mm-dd`. */
const dayOf = (changed: number): string => {
  const at = new Date(changed)
  const number = (value: number, length = 2) => String(value).padStart(length, '0')
  return `${number(at.getFullYear(), 4)}-${number(at.getMonth() + 1)}-${number(at.getDate())}`
}

/** The day that a file without one gets: that of its last change, or none, which the server takes for today. */
export type DayWish = 'changed' | 'today'

const withDay = (entry: Entry, wish: DayWish): Entry => {
  if (wish === 'changed' && entry.place !== null && !entry.cells.completed_at)
    entry.cells.completed_at = dayOf(entry.changed)
  return entry
}

const entryOf = (row: number, path: string, cells: Entry['cells'], found?: Omit<Found, 'path'>): Entry => ({
  row,
  path,
  cells: { path, ...cells },
  place: found?.place ?? null,
  size: found?.size ?? 0,
  changed: found?.changed ?? 0,
  sha256: '',
  verdict: 'unknown',
  errors: {},
})

/** The files of a folder as rows, by what their paths say. */
export const entriesByLayout = (found: readonly Found[], layout: Layout, wish: DayWish): Entry[] => {
  const read = pathReader(layout)
  return found.map((file, index) => {
    const said = read(file.path)
    const entry = entryOf(index + 1, file.path, 'fields' in said ? said.fields : {}, file)
    if ('refusal' in said) refuse(entry, { path: [said.refusal] })
    return withDay(entry, wish)
  })
}

/** The file of a path of a manifest, in its folder; links are followed within it alone. */
const fileAt = async (root: string, path: string): Promise<Omit<Found, 'path'> | string> => {
  const place = await realpath(resolve(root, path)).catch(() => undefined)
  const kind = place === undefined ? undefined : await stat(place)
  if (place === undefined || !kind?.isFile()) return 'There is no such file.'
  if (!liesIn(root, place)) return 'This path leads out of the folder of the manifest.'
  return { place, size: kind.size, changed: kind.mtimeMs }
}

/** The rows of a manifest with their files, and its columns that mean nothing here. Throws Failure without a `path`. */
export const entriesOfManifest = async (
  manifest: string,
  choice: ColumnChoice,
  wish: DayWish,
): Promise<{ entries: Entry[]; unknown: string[] }> => {
  const root = await realpath(dirname(resolve(manifest)))
  const entries: Entry[] = []
  const unknown = new Set<string>()
  for await (const { row, cells } of readTable(manifest)) {
    const columns = columnsOf('files', Object.keys(cells), choice)
    if (!columns.of.has('path')) throw new Failure(`${manifest} has no column "path": each row needs its file.`)
    for (const column of columns.unknown) unknown.add(column)
    const told = [...columns.of].map(([field, column]): [string, string] => [field, cells[column]?.trim() ?? ''])
    const { path = '', size: _, sha256 = '', ...said } = Object.fromEntries(told.filter(([, value]) => value !== ''))
    const file = await fileAt(root, path)
    const entry = entryOf(row, path, said, typeof file === 'string' ? undefined : file)
    if (typeof file === 'string') refuse(entry, { path: [file] })
    // What it should be; its bytes are read below.
    entry.sha256 = sha256.toLowerCase()
    entries.push(withDay(entry, wish))
  }
  return { entries, unknown: [...unknown] }
}

/** How many files are read side by side. */
const atOnce = 4

/** Reads the bytes of all files that are not refused. One that is not what its manifest says is refused. */
export const hashAll = async (
  entries: readonly Entry[],
  hashes: Hashes,
  signal: AbortSignal,
  done: (bytes: number, files: number) => void,
): Promise<void> => {
  const pool = openPool(atOnce)
  let bytes = 0
  let files = 0
  for (const entry of entries) {
    const { place, size, changed } = entry
    if (place === null || entry.verdict === 'refused') continue
    signal.throwIfAborted()
    await pool.add(async () => {
      const sha256 = await hashes.of({ place, size, changed }).catch(() => undefined)
      if (sha256 === undefined) refuse(entry, { file: ['The file cannot be read.'] })
      else if (entry.sha256 !== '' && entry.sha256 !== sha256) {
        refuse(entry, { file: ['These are other bytes than the manifest names.'] })
      }
      entry.sha256 = sha256 ?? ''
      bytes += size
      files += 1
      done(bytes, files)
    })
  }
  await pool.idle()
}

/** A row as it is sent. */
export const lineOf = ({ cells, size, sha256 }: Entry): string => `${JSON.stringify({ ...cells, size, sha256 })}\n`
