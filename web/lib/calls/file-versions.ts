import type * as contracts from '#schemas/resources/file-versions.ts'
import { call } from '#web/lib/call.ts'

export const listFileVersions = call<typeof contracts.listFileVersions>('GET', '/api/file/{id}/versions', 'files.view')
export const addFileVersion = call<typeof contracts.addFileVersion>('POST', '/api/file/{id}/versions', 'files.update', {
  upload: { field: 'file' },
})
export const bringBackFileVersion = call<typeof contracts.bringBackFileVersion>(
  'POST',
  '/api/file/{id}/versions/{version}/restore',
  'files.update',
)
export const frameFileVersion = call<typeof contracts.frameFileVersion>(
  'GET',
  '/file/{id}/versions/{version}/frame',
  'public',
)
export const downloadFileVersion = call<typeof contracts.downloadFileVersion>(
  'GET',
  '/file/{id}/versions/{version}/download',
  'files.view',
)
