import { fileTypeFromFile } from 'file-type'
import { invalidField } from '#api/http/problem.ts'
import type { UploadedFile } from '#api/http/route.ts'
import { brokenFileRule, type FileType, fileTypes, invalidFileType } from '#schemas/upload-rules.ts'

export type ReceivedFile = UploadedFile & { declared: FileType; sniffed: FileType }

const asFileType = (type: string | undefined): FileType | undefined => fileTypes.find((allowed) => allowed === type)

/**
 * The one uploaded file, where its declared type is allowed and is what its bytes say (D-46).
 * Throws 422 under `field`.
 */
export const receivedFile = async (files: readonly UploadedFile[], field: string): Promise<ReceivedFile> => {
  const [file] = files
  if (!file) throw invalidField(field, `The ${field} field is required.`)
  const broken = brokenFileRule(file)
  if (broken) throw invalidField(field, broken)
  const declared = asFileType(file.type)
  const sniffed = asFileType((await fileTypeFromFile(file.path))?.mime)
  if (!declared || declared !== sniffed) throw invalidField(field, invalidFileType)
  return { ...file, declared, sniffed }
}
