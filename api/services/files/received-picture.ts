import { invalidField } from '#api/http/problem.ts'
import type { UploadedFile } from '#api/http/route.ts'
import { typeOfBytes } from '#api/http/type-of-bytes.ts'
import { invalidFileType } from '#schemas/limits/upload-rules.ts'

/** The form field of a picture, its allowed types, and a function that returns the message of a broken rule. */
export type PictureRule<Type extends string> = {
  field: string
  types: readonly Type[]
  broken: (file: { type: string; size: number }) => string | undefined
}

/**
 * The single picture of a request, whose bytes match the declared type (D-46): of a HEIC the JPEG, while the limit of bytes
 * is about what was sent. Throws 422 under its field.
 */
export const receivedPicture = async <Type extends string>(
  [file]: readonly UploadedFile[],
  { field, types, broken }: PictureRule<Type>,
): Promise<{ file: UploadedFile; type: Type }> => {
  if (!file) throw invalidField(field, `The ${field} field is required.`)
  const message = broken({ type: file.type, size: (file.original ?? file).size })
  if (message) throw invalidField(field, message)
  const mime = await typeOfBytes(file.path)
  const type = types.find((allowed) => allowed === mime && allowed === file.type)
  if (!type) throw invalidField(field, invalidFileType)
  return { file, type }
}
