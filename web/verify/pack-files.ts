import { unprotectCell } from '#schemas/text/csv.ts'
import type { Leaves } from '#web/verify/pack-leaves.ts'

/** The lines of a table by the names of its columns, which its first line holds. */
const rowsOf = function* (csv: string): Generator<Partial<Record<string, string>>> {
  let names: string[] | undefined
  let cells: string[] = []
  for (const [, cell = '', end] of csv.matchAll(/("(?:[^"]|"")*"|[^,\n]*)([,\n])/g)) {
    cells.push(unprotectCell(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell))
    if (end === ',') continue
    if (names) yield Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))
    names ??= cells
    cells = []
  }
}

/**
 * Whether the files of a pack are those that were recorded, by `files.csv`.
 * @param digests of entries, by their paths
 * @param named digests that events name, by their numbers; null where they are withheld
 */
export const checkFiles = (csv: string, digests: ReadonlyMap<string, string>, named: Leaves['named']) => {
  const fails: string[] = []
  const absent: string[] = []
  const listed = new Set<string>()
  let recorded = 0
  let withheld = 0
  for (const { path = '', name, version, sha256 = '', index, state } of rowsOf(csv)) {
    const words = `${name}, version ${version},`
    const event = index === '' ? undefined : named.get(Number(index))
    const why = { gone: ': it is gone', differs: ': it differs' }[state ?? ''] ?? ''
    if (path === '') absent.push(`${words} is not in the pack${why}`)
    else if (digests.get(path) !== sha256) fails.push(`${path} is not the content that files.csv says`)
    listed.add(path)
    if (event === undefined) fails.push(`${words} of files.csv: no event ${index} is in leaves.jsonl`)
    else if (event === null) withheld += 1
    else if (event.has(sha256)) recorded += 1
    else fails.push(`${words} of files.csv is not what event ${index} recorded`)
  }
  for (const path of digests.keys())
    if (path.startsWith('files/') && !listed.has(path)) fails.push(`${path} is not named in files.csv`)
  return { fails, absent, recorded, withheld }
}
