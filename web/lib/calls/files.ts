import type * as contracts from '#schemas/resources/files.ts'
import { call } from '#web/lib/call.ts'

export const listFiles = call<typeof contracts.listFiles>('GET', '/api/files', 'files.view')
export const listFilesOfClient = call<typeof contracts.listFilesOfClient>(
  'GET',
  '/api/clients/{id}/files',
  'files.view',
)
export const listFilesOfSite = call<typeof contracts.listFilesOfSite>('GET', '/api/sites/{id}/files', 'files.view')
export const listFilesOfVisit = call<typeof contracts.listFilesOfVisit>('GET', '/api/visits/{id}/files', 'files.view')
export const showFile = call<typeof contracts.showFile>('GET', '/api/file/{id}', 'files.view')
export const uploadFile = call<typeof contracts.uploadFile>('POST', '/api/file', 'files.create', {
  upload: { field: 'file' },
})
export const updateFile = call<typeof contracts.updateFile>('PUT', '/api/file/{id}', 'files.update')
export const deleteFile = call<typeof contracts.deleteFile>('DELETE', '/api/file/{id}', 'files.delete', {
  response: 'empty',
})
export const uploadFiles = call<typeof contracts.uploadFiles>('POST', '/api/files', 'files.create', {
  upload: { field: 'file' },
})
export const framePreview = call<typeof contracts.framePreview>('GET', '/file/{id}/frame', 'public')
export const downloadFile = call<typeof contracts.downloadFile>('GET', '/file/{id}/download', 'files.view')
