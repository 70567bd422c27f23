import { stringify } from 'csv-stringify/sync'
import { reportInThread } from '#api/adapters/pdf/report-in-thread.ts'
import { turnsOf } from '#api/sagas/each.ts'
import { changeOf, whoDid } from '#schemas/records/history-words.ts'
import { csvFormat } from '#schemas/text/csv.ts'
import type { PackOrder, PackProof } from './pack.ts'
import { packReadme } from './pack-readme.ts'
import type { Piece } from './pack-zip.ts'
import type { ReadContents } from './read-contents.ts'
import type { PackedFile, PackSubject } from './read-subject.ts'
import type { PackedRecords } from './subject-records.ts'
import { openRecent, summaryOf } from './summary-of.ts'
import type { PackedEntry } from './told-history.ts'

const linesOf = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

const csvOf = (rows: readonly object[], columns: readonly string[]): string =>
  stringify([...rows], { ...csvFormat, record_delimiter: 'unix', columns: [...columns] })

/** Pictures and addresses of today's answers say nothing of the moment. */
const withoutAddresses = (key: string, value: unknown) => (/^thumbnail_|^file_path$/.test(key) ? undefined : value)

/** The JSON of a value as it stands so deep in another one. */
const jsonAt = (depth: number, value: unknown): string =>
  JSON.stringify(value, withoutAddresses, 2).replaceAll('\n', `\n${'  '.repeat(depth)}`)

/** One object: the subject, and lists of what lies in it. */
const recordsJson = async function* ({ itself, inside }: PackedRecords): AsyncGenerator<string> {
  yield jsonAt(0, itself).slice(0, -2)
  for (const { name, rows, show } of inside) {
    let before = `,\n  "${name}": [`
    for await (const some of turnsOf(rows)) {
      yield before + some.map((row) => `\n    ${jsonAt(2, show(row as never))}`).join(',')
      before = ','
    }
    yield rows.length === 0 ? `${before}]` : '\n  ]'
  }
  yield '\n}\n'
}

const fileColumns = 'path name version size sha256 index completed_at expires_at categories id state'.split(' ')

/** Days are `yyyy-mm-dd`. A content that is not in the pack has no path. */
const fileCells = ({ whole, gone, differing }: ReadContents) => {
  return ({ path, index, file }: PackedFile) => {
    const state = gone.has(file.hash) ? 'gone' : differing.has(file.hash) ? 'differs' : ''
    const categories = file.categories.map(({ name }) => name).join('; ')
    return { ...file, path: whole.has(file.hash) ? path : '', sha256: file.hash, index, categories, state }
  }
}

const historyColumns = 'index position at who type resource id summary changes withheld'.split(' ')

const historyCells = (entry: PackedEntry) => ({
  ...entry,
  who: whoDid(entry),
  changes: entry.changes.map(changeOf).join('; '),
  withheld: entry.withheld ? 'withheld' : '',
})

/** The contents of a pack in their order: those that are whole. */
export const contentsOf = ({ files }: PackSubject, { whole }: Pick<ReadContents, 'whole'>) =>
  files.flatMap(({ path, file: { hash, size } }) => {
    const crc = whole.get(hash)
    return crc === undefined ? [] : { path, hash, size, crc }
  })

/** Paths of what is made for a pack, but its MANIFEST, as they stand before its contents and after them. */
export const madePaths = ({ checkpoints }: Pick<PackProof, 'checkpoints'>) => ({
  before: [
    'README.txt',
    'verify.html',
    'verify.mjs',
    'checkpoint.note',
    ...checkpoints.map(({ path }) => path),
    'vkeys.txt',
    'leaves.jsonl',
    'nodes.txt',
    'history.jsonl',
    'history.csv',
    'records.json',
    'files.csv',
  ],
  after: ['summary.pdf'],
})

/** The bytes of all that is made for a pack but its MANIFEST, as they come: of several entries in turns. */
export const piecesOf = async function* (
  subject: PackSubject,
  order: PackOrder,
  proof: PackProof,
): AsyncGenerator<Piece> {
  yield { path: 'verify.html', bytes: proof.verifyPage }
  yield { path: 'verify.mjs', bytes: proof.verifyProgram }
  yield { path: 'checkpoint.note', bytes: proof.note }
  yield* proof.checkpoints
  yield { path: 'vkeys.txt', bytes: proof.vkeys.map((vkey) => `${vkey}\n`).join('') }
  yield { path: 'nodes.txt', bytes: proof.nodes }
  for await (const bytes of recordsJson(subject.records)) yield { path: 'records.json', bytes }
  yield { path: 'files.csv', bytes: `${fileColumns.join()}\n` }
  const cellsOf = fileCells(proof.contents)
  for await (const some of turnsOf(subject.files))
    yield { path: 'files.csv', bytes: csvOf(some.map(cellsOf), fileColumns) }
  yield { path: 'history.csv', bytes: `${historyColumns.join()}\n` }
  const recent = openRecent(order.moment)
  let withheld = 0
  for await (const { leaves, entries } of subject.tell()) {
    withheld += leaves.filter(({ data }) => data === null).length
    recent.add(entries)
    yield { path: 'leaves.jsonl', bytes: linesOf(leaves) }
    yield { path: 'history.jsonl', bytes: linesOf(entries) }
    yield { path: 'history.csv', bytes: csvOf(entries.map(historyCells), historyColumns) }
  }
  const report = summaryOf(subject, order, proof, recent.newest())
  yield { path: 'summary.pdf', bytes: await reportInThread({ kind: 'pack', report }) }
  yield { path: 'README.txt', bytes: packReadme(subject, order, proof, withheld) }
}
