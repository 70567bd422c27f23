import { stringify } from 'csv-stringify/sync'
import { reportInThread } from '#api/adapters/pdf/report-in-thread.ts'
import { inTurns } from '#api/sagas/each.ts'
import { changeOf, whoDid } from '#schemas/records/history-words.ts'
import { csvFormat } from '#schemas/text/csv.ts'
import type { PackEntry, PackOrder, PackProof } from './pack.ts'
import { packReadme } from './pack-readme.ts'
import type { PackedFile, PackSubject } from './read-subject.ts'
import { summaryOf } from './summary-of.ts'
import type { PackedEntry } from './told-history.ts'

const linesOf = async (rows: readonly unknown[]): Promise<string> =>
  (await inTurns(rows, (some) => some.map((row) => `${JSON.stringify(row)}\n`))).join('')

/** Pictures and addresses of today's answers say nothing of the moment. */
const withoutAddresses = (key: string, value: unknown) => (/^thumbnail_|^file_path$/.test(key) ? undefined : value)

/** The lines of CSV of some rows, with those of their values that are columns. */
const csvOf = async <Row>(rows: readonly Row[], columns: readonly string[], cellsOf: (row: Row) => object) => {
  const format = { ...csvFormat, record_delimiter: 'unix', columns: [...columns] } as const
  const lines = await inTurns(rows, (some) => [stringify(some.map(cellsOf), format)])
  return [stringify([columns], format), ...lines].join('')
}

const fileColumns = 'path name version size sha256 index completed_at expires_at categories id state'.split(' ')

/** Days are `yyyy-mm-dd`. A content that is not in the pack has no path. */
const filesCsv = (files: readonly PackedFile[], order: PackOrder, { gone, differing }: PackProof['contents']) =>
  csvOf(files, fileColumns, ({ path, index, file }) => {
    const state = gone.has(file.hash) ? 'gone' : differing.has(file.hash) ? 'differs' : ''
    const categories = file.categories.map(({ name }) => name).join('; ')
    return { ...file, path: order.files && state === '' ? path : '', sha256: file.hash, index, categories, state }
  })

const historyColumns = 'index position at who type resource id summary changes withheld'.split(' ')

const historyCsv = (entries: readonly PackedEntry[]) =>
  csvOf(entries, historyColumns, (entry) => ({
    ...entry,
    who: whoDid(entry),
    changes: entry.changes.map(changeOf).join('; '),
    withheld: entry.withheld ? 'withheld' : '',
  }))

/** All entries of a pack but its MANIFEST, in their order. Contents that are gone or differ are left out. */
export const entriesOf = async (subject: PackSubject, order: PackOrder, proof: PackProof): Promise<PackEntry[]> => {
  const text = (path: string, of: string): PackEntry => ({ path, bytes: Buffer.from(of) })
  const { gone, differing } = proof.contents
  const contents = (order.files ? subject.files : []).flatMap(({ path, file: { hash, size } }) =>
    gone.has(hash) || differing.has(hash) ? [] : { path, hash, size },
  )
  return [
    text('README.txt', packReadme(subject, order, proof)),
    { path: 'verify.html', bytes: proof.verifyPage },
    { path: 'verify.mjs', bytes: proof.verifyProgram },
    text('checkpoint.note', proof.note),
    ...proof.checkpoints,
    text('vkeys.txt', proof.vkeys.map((vkey) => `${vkey}\n`).join('')),
    text('leaves.jsonl', await linesOf(subject.leaves)),
    text('nodes.txt', proof.nodes),
    text('history.jsonl', await linesOf(subject.entries)),
    text('history.csv', await historyCsv(subject.entries)),
    text('records.json', `${JSON.stringify(subject.records, withoutAddresses, 2)}\n`),
    text('files.csv', await filesCsv(subject.files, order, proof.contents)),
    ...contents,
    { path: 'summary.pdf', bytes: await reportInThread({ kind: 'pack', report: summaryOf(subject, order, proof) }) },
  ]
}
