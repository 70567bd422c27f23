import type { RowErrors } from '#schemas/records/import-rows.ts'

/** A row of a manifest that is to be sent: what it says, and where its file lies. */
export type Entry = {
  /** Its number in the manifest that was read, or among the files of a folder. */
  row: number
  path: string
  /** The cells of the manifest but size and hash, by their fields. */
  cells: Record<string, string>
  /** The file, with all links followed; null where there is none. */
  place: string | null
  size: number
  /** When it was changed last, in milliseconds. */
  changed: number
  sha256: string
  verdict: 'unknown' | 'wanted' | 'unchanged' | 'refused' | 'sent'
  errors: RowErrors
}

export const refuse = (entry: Entry, errors: RowErrors): void => {
  entry.verdict = 'refused'
  entry.errors = errors
}
