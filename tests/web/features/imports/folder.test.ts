import { expect, test } from 'vitest'
import { parseLayout } from '#schemas/layouts/layout.ts'
import { proposedLayouts } from '#schemas/layouts/proposals.ts'
import { folderOfFiles, isFlat } from '#web/features/imports/folder/chosen-folder.ts'
import { meaningKey, rowsOf } from '#web/features/imports/folder/rows.ts'

const fileAt = (path: string, content = '%PDF-1.7') =>
  Object.defineProperty(
    new File([content], path.split('/').at(-1) ?? '', { lastModified: new Date(2025, 4, 9, 12).getTime() }),
    'webkitRelativePath',
    { value: path },
  )

const layoutOf = (pattern: string) => {
  const parsed = parseLayout(pattern)
  if ('fault' in parsed) throw new Error(parsed.fault.message)
  return parsed.layout
}

test('a folder has its files in the order of their paths below it, without hidden ones, those of systems and empty ones', () => {
  const paths = ['A/b.pdf', 'A/.git/x.pdf', 'A/a/Thumbs.db', 'A/~$a.pdf', 'A/a/c.pdf']
  const { name, files, leftOut } = folderOfFiles([...paths.map((path) => fileAt(path)), fileAt('A/empty.pdf', '')])
  expect([name, files.map(({ path }) => path), leftOut]).toEqual(['A', ['a/c.pdf', 'b.pdf'], 4])
  expect(folderOfFiles([fileAt(''), fileAt('')]).name).toBe('Files')
})

test('rows have what their paths say, another name where one means it, the day of the last change, or why they are refused', () => {
  const folder = folderOfFiles(
    ['X/Northgat/Quay/2025-03-11 A.pdf', 'X/Northgate/Quay/B.pdf', 'X/C.pdf', 'X/Northgate/Quay/D.docx'].map((path) =>
      fileAt(path),
    ),
  )
  const rows = rowsOf(folder, layoutOf('{client}/{site}/[{date} ]{name}'), {
    meanings: { [meaningKey('clients', 'NORTHGAT')]: 'Northgate' },
    dates: 'changed',
  })
  expect(rows.map(({ fields, errors }) => ({ ...fields, ...errors }))).toEqual([
    { path: ['This path does not fit the layout.'] },
    { client: 'Northgate', site: 'Quay', name: 'A', completed_at: '2025-03-11' },
    { client: 'Northgate', site: 'Quay', name: 'B', completed_at: '2025-05-09' },
    { client: 'Northgate', site: 'Quay', name: 'D', completed_at: '2025-05-09', path: ['Invalid file type.'] },
  ])
})

test('a file without a day may be of the day on which it comes, and files without folders of one category', () => {
  const folder = folderOfFiles(['a\u202efdp.pdf', '2025-03-11 B.pdf'].map((path) => fileAt(path)))
  expect(isFlat(folder)).toBe(true)
  const rows = rowsOf(folder, layoutOf('[{date} ]{name}'), { meanings: {}, dates: 'today', category: 'Gas' })
  expect(rows.map(({ fields }) => fields)).toEqual([
    { name: 'B', completed_at: '2025-03-11', category: 'Gas' },
    { name: 'a\u202efdp', category: 'Gas' },
  ])
})

test('below the page of a site or a client its folders are not asked for', () => {
  const client = { id: 'c1', name: 'North/gate' }
  const names = { clients: [], sites: [{ client: client.name, name: 'Quay' }], visits: [], categories: [['Gas']] }
  const ofSite = folderOfFiles(['X/Gas/2025-03-11 A.pdf', 'X/Gas/2025-03-12 B.pdf'].map((path) => fileAt(path)))
  const site = { client, site: { id: 's1', name: 'Quay' } }
  const pathsOf = ({ files }: typeof ofSite) => files.map(({ path }) => path)
  const [best] = proposedLayouts(pathsOf(ofSite), names, { client: client.name, site: 'Quay' })
  expect(best?.pattern).toBe('[{categories}/][{date} ]{name}')
  expect(best?.examples[0]).toEqual({
    path: 'Gas/2025-03-11 A.pdf',
    fields: { client: client.name, site: 'Quay', category: 'Gas', completed_at: '2025-03-11', name: 'A' },
  })
  expect(
    rowsOf(ofSite, layoutOf(best?.pattern ?? ''), { meanings: {}, dates: 'changed', place: site })[0]?.fields,
  ).toMatchObject({ client: 'c1', site: 's1' })

  const ofClient = folderOfFiles(['X/Quay/Gas/A.pdf', 'X/Quay/Gas/B.pdf'].map((path) => fileAt(path)))
  expect(proposedLayouts(pathsOf(ofClient), names, { client: client.name })[0]?.pattern).toMatch(
    /^\{site\}\/\[\{categories\}\/\]/,
  )
})
