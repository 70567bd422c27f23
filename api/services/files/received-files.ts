import { open } from 'node:fs/promises'
import { invalid, invalidField } from '#api/http/problem.ts'
import type { UploadedFile } from '#api/http/route.ts'
import { typeOfBytes } from '#api/http/type-of-bytes.ts'
import {
  brokenFileRule,
  type FileType,
  fileTypes,
  invalidType,
  type UploadWording,
} from '#schemas/limits/upload-rules.ts'

export type ReceivedFile = UploadedFile & { declared: FileType; sniffed: FileType }

const asFileType = (type: string | undefined): FileType | undefined => fileTypes.find((allowed) => allowed === type)

const pdfHeader = '%PDF-'

/** Bytes that may stand before the header of a PDF: viewers look for it so far from the start. */
const mostBeforeHeader = 1024

/** Whether the header of a PDF follows a few bytes that no browser would take for the beginning of a page. */
const hasLatePdfHeader = async (path: string): Promise<boolean> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(mostBeforeHeader + pdfHeader.length), { position: 0 })
    const [before = '', ...rest] = buffer.toString('latin1', 0, bytesRead).split(pdfHeader)
    return rest.length > 0 && !before.includes('<')
  } finally {
    await file.close()
  }
}

/** The type that the bytes of a file show, if it is allowed. Bytes of another known type are never a PDF. */
const sniff = async (path: string): Promise<FileType | undefined> => {
  const found = await typeOfBytes(path)
  if (found) return asFileType(found)
  return (await hasLatePdfHeader(path)) ? 'application/pdf' : undefined
}

/** A file whose declared type is allowed and matches its bytes (D-46), or the message of the rule that it breaks. */
const checked = async (file: UploadedFile, wording: UploadWording): Promise<ReceivedFile | string> => {
  const broken = brokenFileRule(file, wording)
  if (broken) return broken
  const declared = asFileType(file.type)
  const sniffed = await sniff(file.path)
  return declared && declared === sniffed ? { ...file, declared, sniffed } : invalidType(wording)
}

const required = (field: string) => invalidField(field, `The ${field} field is required.`)

/** The single uploaded file. `field` is the form field and the noun in messages. Throws 422 under `field`. */
export const receivedFile = async (
  files: readonly UploadedFile[],
  field: UploadWording['noun'],
): Promise<ReceivedFile> => {
  const [file] = files
  if (!file) throw required(field)
  const result = await checked(file, { noun: field })
  if (typeof result === 'string') throw invalidField(field, result)
  return result
}

/** All files of a batch. Throws 422 that names each invalid one by index: `file.0` (D-45). */
export const receivedFiles = async (
  files: readonly UploadedFile[],
  field: UploadWording['noun'],
): Promise<ReceivedFile[]> => {
  if (files.length === 0) throw required(field)
  const results = await Promise.all(files.map((file) => checked(file, { noun: field, batch: true })))
  const wrong = results.flatMap((result, at) => (typeof result === 'string' ? [[`${field}.${at}`, [result]]] : []))
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong))
  return results.filter((result) => typeof result !== 'string')
}
