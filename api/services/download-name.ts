import { extname } from 'node:path'
import type { DocumentRow } from '#projections/facilities/documents.ts'
import type { FileRow } from '#projections/facilities/files.ts'
import { cleanName } from '#schemas/clean-name.ts'
import { fileTypes, nameOfType } from '#schemas/upload-rules.ts'

/** A file, a document, or a version of a file, which shares its name. */
export type Kept = Pick<FileRow | DocumentRow, 'name' | 'local_file_name' | 'mime_type' | 'hash'>

/** The display name as a file name; older ones are not cleaned yet. It ends as the bytes of the file are (D-103). */
export const downloadName = (file: Kept): string => {
  // A part before a slash would be cut off as a folder, and a lone surrogate has no encoding.
  const name = cleanName(file.name.toWellFormed()).replace(/[\\/]/g, '-')
  const type = fileTypes.find((each) => each === file.mime_type)
  const extension = extname(type ? nameOfType(file.local_file_name, type) : file.local_file_name)
  return name.toLowerCase().endsWith(extension.toLowerCase()) ? name : name + extension
}
