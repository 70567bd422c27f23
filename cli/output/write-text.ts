import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure } from '#cli/failure.ts'
import { safeLines } from '#schemas/text/safe-text.ts'

/** The text for a person in a terminal; files and programs get every character as it is. */
const forPeople = async function* (texts: AsyncIterable<string>) {
  for await (const text of texts) yield safeLines(text)
}

/** Writes text to standard output, or to a new file. */
export const writeText = async (text: Readable, output: string | undefined): Promise<void> => {
  if (output === undefined && process.stdout.isTTY)
    return pipeline(text.setEncoding('utf8'), forPeople, process.stdout, { end: false })
  if (output === undefined) return pipeline(text, process.stdout, { end: false })
  await pipeline(text, createWriteStream(output, { flags: 'wx' })).catch((error) => {
    throw error.code === 'EEXIST' ? new Failure(`${output} is there already. Name another file.`) : error
  })
}
