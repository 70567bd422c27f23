import type { Upload } from '#schemas/endpoint.ts'
import { invalid } from './problem.ts'
import type { UploadedFile } from './route.ts'
import { type ReadUpload, removeUploads } from './uploads.ts'

type FindMalware = (path: string) => Promise<string | undefined>

const refused = 'The file holds malware and was not kept.'

/** The messages for files with malware, by field (D-45). */
const complaintsOf = async (files: readonly UploadedFile[], { field, maxFiles }: Upload, find: FindMalware) => {
  const complaints: Record<string, string[]> = {}
  for (const [at, { path }] of files.entries()) {
    if (await find(path)) complaints[maxFiles > 1 ? `${field}.${at}` : field] = [refused]
  }
  return complaints
}

/**
 * Reads uploads and has each file scanned before anything else happens to it. A request with malware is refused with 422
 * and recorded; where the scanner gives no answer nothing is taken (ASVS 5.4.3).
 */
export const scanUploads =
  (read: ReadUpload, find: FindMalware): ReadUpload =>
  async (request, response, upload, fileBegins) => {
    const files = await read(request, response, upload, fileBegins)
    try {
      const complaints = await complaintsOf(files, upload, find)
      if (Object.keys(complaints).length > 0) throw invalid(complaints).recordedAs('malware_refused')
      return files
    } catch (error) {
      await removeUploads(files)
      throw error
    }
  }
