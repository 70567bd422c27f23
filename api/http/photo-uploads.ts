import {
  type HeicType,
  heicTypes,
  maxHeicMegapixels,
  maxUploadBytes,
  nameWithoutExtension,
} from '#schemas/limits/upload-rules.ts'
import { invalid, unavailable } from './problem.ts'
import type { UploadedFile } from './route.ts'
import { spool } from './spool.ts'
import { typeOfBytes } from './type-of-bytes.ts'
import { type ReadUpload, removeUploads, type SizedUpload } from './uploads.ts'

/**
 * Makes a JPEG of the HEIC at a path; holders (teams) take turns. `busy`: the photos of this holder take too long just
 * now.
 */
export type JpegOfPhoto = (
  path: string,
  holder: string,
) => Promise<{ jpeg: Uint8Array } | { refusal: 'unreadable' | 'too-large' | 'busy' }>

const takesPhotos = ({ types }: SizedUpload): boolean => heicTypes.every((type) => types.includes(type))

/**
 * The type, by its bytes, of a file that is declared a HEIC, is one, and is complete: what is too large is cut off. Systems
 * disagree on which of the types a `.heic` is, so that either may be declared.
 */
const typeOfPhoto = async (
  { type, size, path }: UploadedFile,
  { maxBytes }: SizedUpload,
): Promise<HeicType | undefined> => {
  if (!heicTypes.some((each) => each === type) || size > maxBytes) return undefined
  const found = await typeOfBytes(path)
  return heicTypes.find((each) => each === found)
}

const tooManyPixels = `The photo is too large. A HEIC photo may have up to ${maxHeicMegapixels} megapixels.`

/** The JPEG in the place of the photo, which stays beside it; the photo as it came where there is no JPEG of it. */
const converted = async (
  file: UploadedFile,
  type: HeicType,
  answer: Awaited<ReturnType<JpegOfPhoto>>,
): Promise<UploadedFile | string> => {
  if ('refusal' in answer) {
    if (answer.refusal === 'busy')
      throw unavailable('Your photos take long just now. Please try again in a minute.', 15)
    return answer.refusal === 'too-large' ? tooManyPixels : file
  }
  const { fileName, ...original } = file
  const path = `${file.path}.jpg`
  const { jpeg } = answer
  const spooled = await spool(
    (async function* () {
      yield Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength)
    })(),
    path,
    maxUploadBytes,
  )
  return {
    ...spooled,
    path,
    fileName: `${nameWithoutExtension(fileName)}.jpg`,
    type: 'image/jpeg',
    original: { ...original, type },
  }
}

/**
 * Reads uploads, and replaces each HEIC by a JPEG where the contract takes photos; other files are left unchanged. Photos
 * are opened one after the other, so that a request holds one picture at a time.
 */
export const convertPhotos =
  (read: ReadUpload, jpegOf: JpegOfPhoto): ReadUpload =>
  async (request, response, upload, fileBegins) => {
    const sent = await read(request, response, upload, fileBegins)
    const files = [...sent]
    const complaints: Record<string, string[]> = {}
    try {
      for (const [at, file] of takesPhotos(upload) ? sent.entries() : []) {
        const type = await typeOfPhoto(file, upload)
        if (!type) continue
        const outcome = await converted(file, type, await jpegOf(file.path, request.actor?.teamId ?? ''))
        if (typeof outcome !== 'string') files[at] = outcome
        else complaints[upload.maxFiles > 1 ? `${upload.field}.${at}` : upload.field] = [outcome]
      }
      if (Object.keys(complaints).length > 0) throw invalid(complaints)
      return files
    } catch (error) {
      await removeUploads(files)
      throw error
    }
  }
