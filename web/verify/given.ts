import { type Pack, readPack } from '#web/verify/pack.ts'
import type { ByteSource } from '#web/verify/read-zip.ts'

/** A file that somebody gave: a checkpoint, a proof of an event, hashes that lead from one size to another, or a pack. */
export type Given = { name: string } & ({ text: string } | { pack: Pack })

/** The most bytes that a text has which is looked at. */
const mostText = 2 ** 24

/** Reads a file; of a pack `progress` is told which part of it is read. */
export const readGiven = async (source: ByteSource, progress: (part: number) => void): Promise<Given> => {
  const { name, size } = source
  const start = new TextDecoder().decode(await source.read(0, 2))
  if (start === 'PK' || name.toLowerCase().endsWith('.zip')) return { name, pack: await readPack(source, progress) }
  const text = size > mostText ? '' : new TextDecoder().decode(await source.read(0, size))
  // As it was sent: a mail that is saved, or a text that is copied out of it, may have other ends of lines.
  return { name, text: text.replaceAll('\r\n', '\n').replace(/\s*$/, '\n') }
}
