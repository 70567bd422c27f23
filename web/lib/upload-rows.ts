import { nameWithoutExtension } from '#schemas/limits/upload-rules.ts'
import type { Pause } from '#web/lib/until-accepted.ts'

/** One file of several that are sent separately; `share` is the part that was sent, 0 to 1. */
export type UploadRow = {
  key: string
  file: File
  name: string
  state: 'waiting' | 'sending' | 'done' | 'failed'
  share: number
  /** Why it waits while it is sent, if the server has asked for that. */
  pause?: Pause | undefined
  /** The error message. */
  message: string | undefined
}

/** Rows for chosen files, each named after its file until the user renames it. */
export const newRows = (files: readonly File[], newKey: () => string): UploadRow[] =>
  files.map((file) => ({
    key: newKey(),
    file,
    name: nameWithoutExtension(file.name),
    state: 'waiting',
    share: 0,
    message: undefined,
  }))

/** The rows with one of them changed. */
export const withRow = (rows: readonly UploadRow[], key: string, change: Partial<UploadRow>): UploadRow[] =>
  rows.map((row) => (row.key === key ? { ...row, ...change } : row))

/** The share of all bytes that was sent, 0 to 1. */
export const shareOf = (rows: readonly UploadRow[]): number => {
  const all = rows.reduce((sum, { file }) => sum + file.size, 0)
  const left = rows.reduce((sum, { file, share }) => sum + file.size * share, 0)
  return all > 0 ? left / all : 0
}

/** The number of rows in a state. */
export const countOf = (rows: readonly UploadRow[], state: UploadRow['state']): number =>
  rows.filter((row) => row.state === state).length
