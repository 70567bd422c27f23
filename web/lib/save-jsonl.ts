import { saveText } from '#web/lib/save-text.ts'

/** Saves rows as a file with a line of JSON a row. */
export const saveJsonl = (name: string, rows: readonly object[]): void =>
  saveText(name, rows.map((row) => `${JSON.stringify(row)}\n`).join(''), 'application/jsonl')
