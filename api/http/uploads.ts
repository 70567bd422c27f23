import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Request, Response } from 'express'
import multer from 'multer'
import type { Upload } from '#schemas/endpoint.ts'
import { maxUploadBytes } from '#schemas/upload-rules.ts'
import { invalidField, malformed } from './problem.ts'
import type { UploadedFile } from './route.ts'
import { type Spooled, spool } from './spool.ts'

/** Reads a multipart request: fields into `request.body`, files to disk. */
export type ReadUpload = (request: Request, response: Response, upload: Upload) => Promise<UploadedFile[]>

/** Fields beside the files of one request. */
const mostFields = 200

/** No file system has longer names; what is sent beyond that is cut off. */
const longestName = 255

const filesOf = (request: Request): UploadedFile[] => {
  const files = Array.isArray(request.files) ? request.files : []
  // Multer has put beside its own what the storage answered.
  return (files as (Express.Multer.File & Spooled)[]).map(({ path, originalname, mimetype, size, hash }) => {
    return { path, fileName: originalname.slice(0, longestName), type: mimetype, size, hash }
  })
}

/** What breaks the form of a request has no code; limits and the disk do. */
const asProblem = (error: unknown, { field, maxFiles }: Upload): unknown => {
  if (!(error instanceof Error && 'code' in error)) return malformed('The upload is malformed.')
  const tooMany = error.code === 'LIMIT_FILE_COUNT' && maxFiles > 1
  return tooMany ? invalidField(field, `At most ${maxFiles} can be uploaded at once.`) : error
}

/** Takes the files of one field, and where it may carry several also those of `field[]`. */
const filterFor =
  ({ field, maxFiles }: Upload): NonNullable<multer.Options['fileFilter']> =>
  (_request, { fieldname }, callback) => {
    const ours = fieldname === field || (maxFiles > 1 && fieldname === `${field}[]`)
    if (ours) callback(null, true)
    else callback(new multer.MulterError('LIMIT_UNEXPECTED_FILE', fieldname))
  }

/**
 * Writes files into a folder, of one that is too large only as much as shows it: reading goes on, so that each file
 * can be told apart and each that is wrong be named. Whoever takes a file checks its size.
 */
const cutAt = (folder: string, maxBytes: number): multer.StorageEngine => {
  const writing = new Map<string, Promise<unknown>>()
  return {
    _handleFile: (_request, file, callback) => {
      // Multer has removed by its path what breaks off.
      file.path = join(folder, randomUUID())
      const { path } = file
      const written = spool(file.stream, path, maxBytes)
      writing.set(path, written)
      written.then((spooled) => callback(null, { path, ...spooled }), callback).finally(() => writing.delete(path))
    },
    _removeFile: (_request, { path }, callback) => {
      // A file that is still being opened would come after its removal.
      const ended = Promise.resolve(writing.get(path)).catch(() => {})
      ended.then(() => rm(path, { force: true })).then(() => callback(null), callback)
    },
  }
}

/** Spools uploads into a folder of their own; what a dead process left there is removed. */
export const spoolUploads = (folder: string): ReadUpload => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { force: true })
  return (request, response, upload) => {
    const { maxFiles, maxBytes = maxUploadBytes } = upload
    const limits = {
      files: maxFiles,
      fields: mostFields,
      fieldSize: 64 * 1024,
      parts: mostFields + maxFiles,
      // A name such as `a[999999999]` would make a list of that length.
      fieldArrayIndexLimit: mostFields,
    }
    const storage = cutAt(folder, maxBytes)
    const read = multer({ storage, limits, defParamCharset: 'utf8', fileFilter: filterFor(upload) }).any()
    return new Promise((resolve, reject) => {
      read(request, response, (error: unknown) =>
        error ? reject(asProblem(error, upload)) : resolve(filesOf(request)),
      )
    })
  }
}

export const removeUploads = (files: readonly UploadedFile[]): Promise<unknown> =>
  Promise.all(files.map(({ path }) => rm(path, { force: true })))
