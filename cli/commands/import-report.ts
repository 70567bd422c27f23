import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import { Failure } from '#cli/failure.ts'
import { protectCell } from '#schemas/formula-protection.ts'
import type { ImportVerdict } from '#schemas/resources/imports.ts'

/** Writes refused rows: each as sent, its number in the file, and its errors. */
export type Report = { add: (refused: ImportVerdict) => Promise<void>; end: () => Promise<void> }

const none: Report = { add: async () => undefined, end: async () => undefined }

/** The errors of a row, in one line. */
export const messageOf = ({ errors }: Pick<ImportVerdict, 'errors'>): string =>
  Object.values(errors ?? {})
    .flat()
    .join(' ')

const textOf = (cell: unknown): string => {
  if (cell === null || cell === undefined) return ''
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}

/**
 * A new CSV file that is protected from formula injection; its columns are those of the first refused row. It is
 * removed again if no row is refused. Throws Failure if the file exists already or cannot be written.
 */
export const openReport = async (path: string | undefined): Promise<Report> => {
  if (path === undefined) return none
  const file = createWriteStream(path, { flags: 'wx' })
  await once(file, 'open').catch((error) => {
    throw new Failure(
      error.code === 'EEXIST' ? `${path} is there already. Name another file.` : `${path} cannot be written.`,
    )
  })
  const text = stringify({ cast: { string: protectCell }, record_delimiter: 'windows', bom: true })
  text.pipe(file)
  let columns: string[] | undefined
  const write = async (cells: readonly string[]) => {
    if (!text.write(cells)) await once(text, 'drain')
  }
  return {
    add: async (refused) => {
      const cells = refused.cells ?? {}
      if (columns === undefined) {
        columns = Object.keys(cells)
        await write([...columns, 'row', 'message'])
      }
      await write([...columns.map((name) => textOf(cells[name])), String(refused.row), messageOf(refused)])
    },
    end: async () => {
      text.end()
      await finished(file)
      if (columns === undefined) await rm(path)
    },
  }
}
