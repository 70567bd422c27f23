import { openAsBlob } from 'node:fs'
import { basename, extname } from 'node:path'
import { Failure } from '#cli/failure.ts'

const typesByEnding: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.heic': 'image/heic',
  '.heif': 'image/heif',
}

/** The type of a file by the ending of its name. */
export const typeByEnding = (path: string): string =>
  typesByEnding[extname(path).toLowerCase()] ?? 'application/octet-stream'

/** The form that uploads one file of this machine; the file comes after the other fields. Throws Failure. */
export const uploadForm = async (path: string, body: Readonly<Record<string, unknown>> = {}): Promise<FormData> => {
  const content = await openAsBlob(path, { type: typeByEnding(path) }).catch(() => {
    throw new Failure(`${path} cannot be read.`)
  })
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    if (Array.isArray(value)) for (const each of value) form.append(`${name}[]`, each)
    else form.append(name, String(value))
  }
  form.append('file', content, basename(path))
  return form
}
