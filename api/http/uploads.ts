import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Request, Response } from 'express'
import multer from 'multer'
import type { Upload } from '#schemas/endpoint.ts'
import { shownFileName } from '#schemas/text/clean-name.ts'
import { invalidField, malformed } from './problem.ts'
import { countReplacements, type ReplacementCount, replacementsIn } from './replacement-characters.ts'
import type { UploadedFile } from './route.ts'
import { type Spooled, spool } from './spool.ts'

/** The uploads of an endpoint, and the most bytes of each file. */
export type SizedUpload = Upload & { maxBytes: number }

/**
 * Reads a multipart request: fields into `request.body`, files to disk. `fileBegins` is called with the fields that
 * precede the first file.
 */
export type ReadUpload = (
  request: Request,
  response: Response,
  upload: SizedUpload,
  fileBegins: (fields: unknown) => void,
) => Promise<UploadedFile[]>

/** Maximum number of form fields in a request, files not counted. */
const maxFields = 200

/**
 * The files of a form that was read. Removes them and throws 400 if a field or a file name is not UTF-8: then its text
 * has more replacement characters than were `sent`.
 */
const received = async (request: Request, sent: number): Promise<UploadedFile[]> => {
  const files = filesOf(request)
  const texts = [JSON.stringify(request.body ?? null), ...files.map(({ fileName }) => fileName)]
  if (replacementsIn(texts.join('')) <= sent) return files
  await removeUploads(files)
  throw malformed('The upload holds text that is not UTF-8.')
}

const filesOf = (request: Request): UploadedFile[] => {
  const files = Array.isArray(request.files) ? request.files : []
  // Multer adds the properties that the storage engine returned to its own.
  return (files as (Express.Multer.File & Spooled)[]).map(({ path, originalname, mimetype, size, hash }) => {
    return { path, fileName: shownFileName(originalname), type: mimetype, size, hash }
  })
}

/** Errors without a code mean a malformed form; limits and the disk set a code. */
const asProblem = (error: unknown, { field, maxFiles }: Upload): unknown => {
  if (!(error instanceof Error && 'code' in error)) return malformed('The upload is malformed.')
  if (error.code !== 'LIMIT_FILE_COUNT') return error
  return invalidField(
    field,
    maxFiles === 1 ? 'Only one can be uploaded.' : `At most ${maxFiles} can be uploaded at once.`,
  )
}

/** Accepts files of one field, and of `field[]` if it may carry several. */
const filterFor =
  ({ field, maxFiles }: Upload, accepted: (fields: unknown) => void): NonNullable<multer.Options['fileFilter']> =>
  ({ body }, { fieldname }, callback) => {
    const ours = fieldname === field || (maxFiles > 1 && fieldname === `${field}[]`)
    if (ours) {
      accepted(body)
      callback(null, true)
    } else callback(new multer.MulterError('LIMIT_UNEXPECTED_FILE', fieldname))
  }

/** Passes a file on and counts what it holds. */
const counted = async function* (file: AsyncIterable<Buffer>, count: ReplacementCount) {
  for await (const chunk of file) {
    count.add(chunk)
    yield chunk
  }
}

const totalOf = (counts: readonly ReplacementCount[]): number => counts.reduce((sum, { total }) => sum + total, 0)

/**
 * A storage engine that stops storing a file just over the limit but keeps reading, so that every invalid file of a
 * batch can be named. The receiver of a file checks its size.
 */
const cutAt = (folder: string, maxBytes: number, inFiles: ReplacementCount[]): multer.StorageEngine => {
  const writing = new Map<string, Promise<unknown>>()
  return {
    _handleFile: (_request, file, callback) => {
      // Multer calls _removeFile with this path if the upload is aborted.
      file.path = join(folder, randomUUID())
      const { path } = file
      const count = countReplacements()
      inFiles.push(count)
      const written = spool(counted(file.stream, count), path, maxBytes)
      writing.set(path, written)
      written.then((spooled) => callback(null, { path, ...spooled }), callback).finally(() => writing.delete(path))
    },
    _removeFile: (_request, { path }, callback) => {
      // A file that is still being written would appear after its removal.
      const ended = Promise.resolve(writing.get(path)).catch(() => {})
      ended.then(() => rm(path, { force: true })).then(() => callback(null), callback)
    },
  }
}

/** The one file that is a body. */
const bareFile = async (request: Request, path: string, maxBytes: number): Promise<UploadedFile> => {
  const [type = ''] = (request.get('content-type') ?? '').split(';')
  // A request that is destroyed cannot be answered.
  const spooled = await spool(request.iterator({ destroyOnReturn: false }), path, maxBytes)
  return { ...spooled, path, fileName: 'file', type: type.trim().toLowerCase() }
}

/** Spools uploads into a folder of their own, and first removes files that an earlier process left there. */
export const spoolUploads = (folder: string): ReadUpload => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { force: true })
  return (request, response, upload, fileBegins) => {
    const { maxFiles, maxBytes, bare } = upload
    if (bare && !request.is('multipart')) {
      return bareFile(request, join(folder, randomUUID()), maxBytes).then((file) => [file])
    }
    const limits = {
      files: maxFiles,
      fields: maxFields,
      fieldSize: 64 * 1024,
      parts: maxFields + maxFiles,
      // A field name such as `a[999999999]` would create an array of that length.
      fieldArrayIndexLimit: maxFields,
    }
    const inRequest = countReplacements()
    const inFiles: ReplacementCount[] = []
    const storage = cutAt(folder, maxBytes, inFiles)
    let begun = false
    const fileFilter = filterFor(upload, (fields) => {
      if (!begun) fileBegins(fields)
      begun = true
    })
    const read = multer({ storage, limits, defParamCharset: 'utf8', fileFilter }).any()
    return new Promise((resolve, reject) => {
      read(request, response, (error: unknown) =>
        error ? reject(asProblem(error, upload)) : resolve(received(request, inRequest.total - totalOf(inFiles))),
      )
      if (request.is('multipart')) request.on('data', inRequest.add)
    })
  }
}

export const removeUploads = (files: readonly UploadedFile[]): Promise<unknown> =>
  Promise.all(
    files
      .flatMap(({ path, original }) => (original ? [path, original.path] : [path]))
      .map((path) => rm(path, { force: true })),
  )
