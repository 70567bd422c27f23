import { stringify } from 'csv-stringify/sync'
import { reportInThread } from '#api/adapters/pdf/report-in-thread.ts'
import { changeOf, whoDid } from '#schemas/records/history-words.ts'
import { csvFormat } from '#schemas/text/csv.ts'
import type { PackEntry, PackOrder, PackProof } from './pack.ts'
import { packReadme } from './pack-readme.ts'
import type { PackedFile, PackSubject } from './read-subject.ts'
import { summaryOf } from './summary-of.ts'
import type { PackedEntry } from './told-history.ts'

const linesOf = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

/** Pictures and addresses of today's answers say nothing of the moment. */
const withoutAddresses = (key: string, value: unknown) => (/^thumbnail_|^file_path$/.test(key) ? undefined : value)

const csvOf = (rows: readonly object[], columns: readonly string[]): string =>
  stringify([...rows], { ...csvFormat, record_delimiter: 'unix', header: true, columns: [...columns] })

const fileColumns = `path name version size sha256 index completed_at expires_at categories id state`.split(' ')

/** Days are `yyyy-mm-dd`. A content that is not in the pack has no path. */
const filesCsv = (
  files: readonly PackedFile[],
  order: PackOrder,
  { gone, differing }: PackProof['contents'],
): string => {
  const stateOf = (hash: PackedFile['file']['hash']) => (gone.has(hash) ? 'gone' : differing.has(hash) ? 'differs' : '')
  const rows = files.map(({ path, index, file }) => {
    const state = stateOf(file.hash)
    const categories = file.categories.map(({ name }) => name).join('; ')
    return { ...file, path: order.files && state === '' ? path : '', sha256: file.hash, index, categories, state }
  })
  return csvOf(rows, fileColumns)
}

const historyColumns = 'index position at who type resource id summary changes withheld'.split(' ')

const historyCsv = (entries: readonly PackedEntry[]): string =>
  csvOf(
    entries.map((entry) => ({
      ...entry,
      who: whoDid(entry),
      changes: entry.changes.map(changeOf).join('; '),
      withheld: entry.withheld ? 'withheld' : '',
    })),
    historyColumns,
  )

/** All entries of a pack but its MANIFEST, in their order. Contents that are gone or differ are left out. */
export const entriesOf = async (subject: PackSubject, order: PackOrder, proof: PackProof): Promise<PackEntry[]> => {
  const text = (path: string, of: string): PackEntry => ({ path, bytes: Buffer.from(of) })
  const { gone, differing } = proof.contents
  const lacks = ({ hash }: PackSubject['contents'][number]) => gone.has(hash) || differing.has(hash)
  return [
    text('README.txt', packReadme(subject, order, proof)),
    { path: 'verify.html', bytes: proof.verifyPage },
    { path: 'verify.mjs', bytes: proof.verifyProgram },
    text('checkpoint.note', proof.note),
    ...proof.checkpoints,
    text('vkeys.txt', proof.vkeys.map((vkey) => `${vkey}\n`).join('')),
    text('leaves.jsonl', linesOf(subject.leaves)),
    text('nodes.txt', proof.nodes),
    text('history.jsonl', linesOf(subject.entries)),
    text('history.csv', historyCsv(subject.entries)),
    text('records.json', `${JSON.stringify(subject.records, withoutAddresses, 2)}\n`),
    text('files.csv', filesCsv(subject.files, order, proof.contents)),
    ...subject.contents.filter((each) => !lacks(each)),
    { path: 'summary.pdf', bytes: await reportInThread({ kind: 'pack', report: summaryOf(subject, order, proof) }) },
  ]
}
