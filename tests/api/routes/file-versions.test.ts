import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import {
  addFileVersion,
  bringBackFileVersion,
  downloadFileVersion,
  frameFileVersion,
  listFileVersions,
  previewFileVersion,
} from '#schemas/resources/file-versions.ts'
import { deleteFile, downloadFile, showFile, updateFile, uploadFile } from '#schemas/resources/files.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { restoreTrash } from '#schemas/resources/trash.ts'
import { pathOf } from '#tests/support/caller.ts'
import { fileOf, sha256Of } from '#tests/support/files.ts'
import { sharedSite } from '#tests/support/shared-app.ts'

const old = fileOf('plan.png', 'image/png', { size: 100 })
const replacement = fileOf('plan 2.pdf', 'application/pdf', { size: 250 })

describe('the versions of a file', () => {
  const { app, test, ann, site } = sharedSite()

  const upload = (file = old) => ann.ask(uploadFile, { body: { site_id: site.id, name: 'Plan' } }, { file })
  const replace = (id: string, file = replacement, headers = {}) =>
    ann.ask(addFileVersion, { params: { id } }, { file, headers })
  const bringBack = (id: string, version: number) => ann.ask(bringBackFileVersion, { params: { id, version } })
  const versionsOf = (id: string) => ann.ask(listFileVersions, { params: { id } })
  const bytesAt = async (path: string) => (await ann.request('GET', path)).body

  test('begin with the upload', async () => {
    const { id, version } = await upload()

    expect(version).toBe(1)
    expect(await versionsOf(id)).toMatchObject([
      {
        version: 1,
        is_current: true,
        local_file_name: 'plan.png',
        size: 100,
        human_readable_size: '100 B',
        type: 'image/png',
        mime_type: 'image/png',
        sha256: await sha256Of(old),
        brought_back: null,
        created_by_user: { name: 'Ann' },
      },
    ])
  })

  test('follow each other: another content of another type takes the place of the first', async () => {
    const before = await upload()

    expect(await replace(before.id)).toMatchObject({
      id: before.id,
      outcome: 'replaced',
      version: 2,
      name: 'Plan',
      created_at: before.created_at,
      local_file_name: 'plan 2.pdf',
      size: 250,
      type: 'application/pdf',
      mime_type: 'application/pdf',
      thumbnail_state: 'pending',
      thumbnail_url: null,
    })
    expect(await ann.ask(showFile, { params: { id: before.id } })).toMatchObject({ version: 2, size: 250 })
    expect(await bytesAt(pathOf(downloadFile, { params: { id: before.id } }))).toBe(await replacement.text())
    const versions = await versionsOf(before.id)
    expect(versions.map(({ version, is_current, sha256 }) => [version, is_current, sha256])).toEqual([
      [2, true, await sha256Of(replacement)],
      [1, false, await sha256Of(old)],
    ])
  })

  test('are each looked at and downloaded, under the name of the file', async () => {
    const { id } = await upload(fileOf('plan.pdf', 'application/pdf', { size: 120 }))
    await replace(id, old)
    await ann.call(updateFile, { params: { id }, body: { name: 'Ground floor' } })

    const first = { params: { id, version: 1 } }
    const shown = await ann.request('GET', pathOf(previewFileVersion, first))
    const saved = await ann.request('GET', pathOf(downloadFileVersion, first))
    const frame = await ann.request('GET', pathOf(frameFileVersion, { ...first, query: { type: 'application/pdf' } }))

    expect(String(shown.body)).toHaveLength(120)
    expect(shown.headers.get('content-type')).toBe('application/pdf')
    expect(shown.headers.get('content-disposition')).toMatch(/^inline/)
    expect(saved.headers.get('content-disposition')).toBe('attachment; filename="Ground floor.pdf"')
    expect(frame.body).toContain('<object data="preview" type="application/pdf"')
  })

  test('are brought back as new ones, and nothing is lost', async () => {
    const { id } = await upload()
    await replace(id)

    expect(await bringBack(id, 1)).toMatchObject({ outcome: 'brought_back', version: 3, size: 100, type: 'image/png' })
    expect((await versionsOf(id)).map(({ version, brought_back }) => [version, brought_back])).toEqual([
      [3, 1],
      [2, null],
      [1, null],
    ])
    expect(await replace(id)).toMatchObject({ outcome: 'brought_back', version: 4, size: 250 })
    const { headers } = await ann.call(deleteFile, { params: { id } })
    await ann.call(restoreTrash, { params: { id: headers.get('x-trash-id') ?? '' } })
    expect(await versionsOf(id)).toHaveLength(4)
  })

  test('are not replaced by who has not seen the newest one', async () => {
    const { id, revision } = await upload()
    await replace(id)
    const headers = { 'if-match': `"${revision}"` }

    const late = fileOf('late.pdf', 'application/pdf', { size: 300 })
    const refusal = await ann.refused(addFileVersion, { params: { id } }, { file: late, headers })
    const other = await ann.refused(bringBackFileVersion, { params: { id, version: 1 } }, { headers })

    expect([refusal.status, other.status]).toEqual([412, 412])
    expect(await versionsOf(id)).toHaveLength(2)
  })

  test('obey the rules of uploads', async () => {
    const { id } = await upload()
    const refused = (file?: File) => ann.invalid(addFileVersion, { params: { id } }, file ? { file } : {})

    expect(await refused()).toEqual({ file: ['The file field is required.'] })
    expect(await refused(fileOf('page.gif', 'image/gif'))).toEqual({ file: ['Invalid file type.'] })
    expect(await readdir(join(app.dataDir, 'uploads'))).toEqual([])
  })

  test('are those that there are', async () => {
    const { id } = await upload()

    for (const version of [0, 2, 1.5]) {
      expect((await ann.refused(bringBackFileVersion, { params: { id, version } })).status).toBe(404)
      expect((await ann.refused(previewFileVersion, { params: { id, version } })).status).toBe(404)
    }
  })

  test('stand in the history of their file', async () => {
    const { id } = await upload()
    await replace(id)
    await bringBack(id, 1)

    const { body } = await ann.call(listHistory, { query: { resource: 'files', id, limit: 2 } })

    expect(body.map(({ summary, changes }) => [summary, changes[0], changes[1]])).toEqual([
      [
        'Brought back version 1 of the file Plan',
        { field: 'version', from: '2', to: '3' },
        { field: 'file_name', from: null, to: 'plan.png' },
      ],
      [
        'Replaced the content of the file Plan',
        { field: 'version', from: '1', to: '2' },
        { field: 'file_name', from: null, to: 'plan 2.pdf' },
      ],
    ])
  })
})
