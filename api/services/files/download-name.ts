import { extname } from 'node:path'
import type { DocumentRow } from '#projections/facilities/documents.ts'
import type { FileRow } from '#projections/facilities/files.ts'
import { fileTypes, type HeicType, nameOfType } from '#schemas/limits/upload-rules.ts'
import { cleanName } from '#schemas/text/clean-name.ts'

/** A file, a document, or a version of a file, which shares its name. */
export type Kept = Pick<FileRow | DocumentRow, 'name' | 'local_file_name' | 'mime_type' | 'hash'>

/** A part before a slash would be cut off as a folder, and a lone surrogate has no encoding. */
const baseName = ({ name }: Kept): string => cleanName(name.toWellFormed()).replace(/[\\/]/g, '-')

/** The display name as a file name; older ones are not cleaned yet. It ends as the bytes of the file are (D-103). */
export const downloadName = (file: Kept): string => {
  const name = baseName(file)
  const type = fileTypes.find((each) => each === file.mime_type)
  const extension = extname(type ? nameOfType(file.local_file_name, type) : file.local_file_name)
  return name.toLowerCase().endsWith(extension.toLowerCase()) ? name : name + extension
}

/** The same name for the photo that the content was made of, with the extension of photos. */
export const photoName = (file: Kept, type: HeicType): string => nameOfType(baseName(file), type)
