import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Request, Response } from 'express'
import multer from 'multer'
import type { Upload } from '#schemas/endpoint.ts'
import { exceedsLimit, maxUploadBytes } from '#schemas/upload-rules.ts'
import { invalidField, malformed } from './problem.ts'
import type { UploadedFile } from './route.ts'

/** Reads a multipart request: fields into `request.body`, files to disk. */
export type ReadUpload = (request: Request, response: Response, upload: Upload) => Promise<UploadedFile[]>

/** No file system has longer names; what is sent beyond that is cut off. */
const longestName = 255

const filesOf = (request: Request): UploadedFile[] => {
  const files = Array.isArray(request.files) ? request.files : []
  return files.map(({ path, originalname, mimetype, size }) => {
    return { path, fileName: originalname.slice(0, longestName), type: mimetype, size }
  })
}

/** What breaks the form of a request has no code; limits and the disk do. */
const asProblem = (error: unknown, field: string, maxBytes: number): unknown => {
  if (!(error instanceof Error && 'code' in error)) return malformed('The upload is malformed.')
  return error.code === 'LIMIT_FILE_SIZE' ? invalidField(field, exceedsLimit(maxBytes)) : error
}

/** Spools uploads into a folder of their own; what a dead process left there is removed. */
export const spoolUploads = (folder: string): ReadUpload => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { force: true })
  return (request, response, { field, maxFiles, maxBytes = maxUploadBytes }) => {
    const limits = {
      fileSize: maxBytes,
      files: maxFiles,
      fields: 200,
      fieldSize: 64 * 1024,
      parts: 200 + maxFiles,
    }
    const read = multer({ dest: folder, limits, defParamCharset: 'utf8' }).array(field, maxFiles)
    return new Promise((resolve, reject) => {
      read(request, response, (error: unknown) =>
        error ? reject(asProblem(error, field, maxBytes)) : resolve(filesOf(request)),
      )
    })
  }
}

export const removeUploads = (files: readonly UploadedFile[]): Promise<unknown> =>
  Promise.all(files.map(({ path }) => rm(path, { force: true })))
