import { humanReadableSize } from '#schemas/text/file-size.ts'

/** Largest upload in bytes, 8 MB. */
export const maxUploadBytes = 8_388_608

/** Types of files and documents. */
export const fileTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const
export type FileType = (typeof fileTypes)[number]

/**
 * The photos of phones (ISO/IEC 23008-12). A photo is kept as it came, and a JPEG of it is the file, so that all
 * files and documents are still of the types above.
 */
export const heicTypes = ['image/heic', 'image/heif'] as const
export type HeicType = (typeof heicTypes)[number]

/** Pixels of a HEIC at most, in millions: present phones take photos of 12 or 24. */
export const maxHeicMegapixels = 26

/** Types that may be sent for a file or a document. */
export const uploadTypes = [...fileTypes, ...heicTypes] as const

/** The extensions of each type; a name that has none of them gets the first (D-103). */
const extensions: Record<FileType | HeicType, readonly [string, ...string[]]> = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg', '.jpe', '.jfif'],
  'image/png': ['.png'],
  'image/heic': ['.heic'],
  'image/heif': ['.heif', '.hif'],
}

/** The type of files with an extension, such as `.pdf`; undefined for an extension of others. */
export const typeOfExtension = (extension: string): FileType | HeicType | undefined =>
  uploadTypes.find((type) => extensions[type].includes(extension.toLowerCase()))

/** A file name that ends as its bytes are: the sender's name stays, and what opens it is never a program (D-103). */
export const nameOfType = (name: string, type: FileType | HeicType): string => {
  const [usual] = extensions[type]
  return extensions[type].some((each) => name.toLowerCase().endsWith(each)) ? name : name + usual
}

/** Types of client and site thumbnails. */
export const thumbnailTypes = ['image/jpeg', 'image/png', 'image/gif'] as const

/** Types that may be sent for a thumbnail: a JPEG of a HEIC is the picture. */
export const thumbnailUploadTypes = [...thumbnailTypes, ...heicTypes] as const

/** The error message of a client's or a site's thumbnail, or undefined if it is valid. */
export const brokenThumbnailRule = (file: { type: string; size: number }): string | undefined => {
  if (!thumbnailUploadTypes.some((type) => type === file.type)) return invalidFileType
  return file.size > maxUploadBytes ? exceedsLimit(maxUploadBytes) : undefined
}

/** The maximum number of files or documents in a request (D-95). */
export const maxUploads = 50

/** The most versions of one file: each command reads them all, and they are listed on one page. */
export const mostVersions = 1000

/**
 * The name of an upload in messages, and whether it was one of several: the message of its type then has no full stop.
 */
export type UploadWording = { noun: 'file' | 'document'; batch?: boolean }

/** The message of a type that is not allowed. */
export const invalidType = ({ noun, batch = false }: UploadWording): string => `Invalid ${noun} type${batch ? '' : '.'}`

export const invalidFileType = invalidType({ noun: 'file' })

/** The message of an upload that exceeds this many bytes. */
export const exceedsLimit = (maxBytes: number, noun: UploadWording['noun'] = 'file'): string =>
  `${noun === 'file' ? 'File' : 'Document'} size exceeds limit of ${humanReadableSize(maxBytes)}.`

/** The error message of an upload, or undefined if it is valid. */
export const brokenFileRule = (
  file: { type: string; size: number },
  wording: UploadWording = { noun: 'file' },
): string | undefined => {
  if (!uploadTypes.some((type) => type === file.type)) return invalidType(wording)
  return file.size > maxUploadBytes ? exceedsLimit(maxUploadBytes, wording.noun) : undefined
}

/** The default display name: the file name without its extension. */
export const nameWithoutExtension = (fileName: string): string =>
  fileName.replace(/(?<=.)\.[^.]*$/, '').trim() || fileName

/** Types of the logo of an operator's team invitation, and its most bytes, 100 KB. */
export const logoTypes = ['image/jpeg', 'image/png'] as const
export const maxLogoBytes = 102_400

/** The error message of a logo, or undefined if it is valid. */
export const brokenLogoRule = (file: { type: string; size: number }): string | undefined => {
  if (!logoTypes.some((type) => type === file.type)) return invalidFileType
  return file.size > maxLogoBytes ? `File size exceeds limit of ${humanReadableSize(maxLogoBytes)}.` : undefined
}

/** Types of pictures of users and teams, and their most bytes, 4 MB (D-68). */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/gif'] as const
export const maxPictureBytes = 4_194_304

/** Types that may be sent for one: a JPEG of a HEIC is the picture. */
export const pictureUploadTypes = [...pictureTypes, ...heicTypes] as const

/** The error message of a picture, or undefined if it is valid (D-68). */
export const brokenPictureRule = (file: { type: string; size: number }): string | undefined => {
  if (!pictureUploadTypes.some((type) => type === file.type)) return invalidFileType
  return file.size > maxPictureBytes ? exceedsLimit(maxPictureBytes) : undefined
}

/** Types of a file of rows to import, and its most bytes. */
export const importTypes = ['text/csv', 'application/x-ndjson'] as const
export const maxImportBytes = 200 * 1024 * 1024

/** Whether an answer refuses one file, after which the others go on. */
export const refusesOneFile = (status = 0): boolean => [413, 415, 422].includes(status)
