import { humanReadableSize } from './file-size.ts'

/** Largest upload in bytes, 8 MB (CONST1-01). */
export const maxUploadBytes = 8_388_608

/** Types of files and documents (CONST1-02). */
export const fileTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const
export type FileType = (typeof fileTypes)[number]

/** Types of client and site thumbnails (CONST1-03). */
export const thumbnailTypes = ['image/jpeg', 'image/png', 'image/gif'] as const

/** The message of the rule that the thumbnail of a client or a site breaks, or undefined where it breaks none (VAL-18). */
export const brokenThumbnailRule = (file: { type: string; size: number }): string | undefined => {
  if (!thumbnailTypes.some((type) => type === file.type)) return invalidFileType
  return file.size > maxUploadBytes ? exceedsLimit(maxUploadBytes) : undefined
}

/** Most files or documents of one request (D-95). */
export const mostUploads = 50

/** What messages call an upload, and whether it came among others: then the type's message has no full stop. */
export type UploadWording = { noun: 'file' | 'document'; batch?: boolean }

/** What is said of a type that is not allowed (VAL-03, VAL-04, VAL-05, VAL-06). */
export const invalidType = ({ noun, batch = false }: UploadWording): string => `Invalid ${noun} type${batch ? '' : '.'}`

export const invalidFileType = invalidType({ noun: 'file' })

/** What is said of an upload that is larger than so many bytes (VAL-08, VAL-09). */
export const exceedsLimit = (maxBytes: number, noun: UploadWording['noun'] = 'file'): string =>
  `${noun === 'file' ? 'File' : 'Document'} size exceeds limit of ${humanReadableSize(maxBytes)}.`

/** The message of the rule that an upload breaks, or undefined where it breaks none (VAL-01, VAL-02, VAL-07). */
export const brokenFileRule = (
  file: { type: string; size: number },
  wording: UploadWording = { noun: 'file' },
): string | undefined => {
  if (!fileTypes.some((type) => type === file.type)) return invalidType(wording)
  return file.size > maxUploadBytes ? exceedsLimit(maxUploadBytes, wording.noun) : undefined
}

/** The display name where none is given: the file name without its extension (VAL-11). */
export const nameWithoutExtension = (fileName: string): string =>
  fileName.replace(/(?<=.)\.[^.]*$/, '').trim() || fileName

/** Types of the logo of an operator's team invitation, and the largest one in bytes, 100 KB (VAL2-03, VAL2-04). */
export const logoTypes = ['image/jpeg', 'image/png'] as const
export const maxLogoBytes = 102_400

/** The message of the rule that a logo breaks, or undefined where it breaks none. */
export const brokenLogoRule = (file: { type: string; size: number }): string | undefined => {
  if (!logoTypes.some((type) => type === file.type)) return invalidFileType
  return file.size > maxLogoBytes ? `File size exceeds limit of ${humanReadableSize(maxLogoBytes)}.` : undefined
}

/** Types of pictures of users and teams, and the largest one in bytes, 4 MB (D-68). */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/gif'] as const
export const maxPictureBytes = 4_194_304

/** The message of the rule that a picture breaks, or undefined where it breaks none (D-68). */
export const brokenPictureRule = (file: { type: string; size: number }): string | undefined => {
  if (!pictureTypes.some((type) => type === file.type)) return invalidFileType
  return file.size > maxPictureBytes ? exceedsLimit(maxPictureBytes) : undefined
}
