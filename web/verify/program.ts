/**
 * Checks packs, checkpoints and proofs without Siteledger, as a program of one file:
 *
 *   node verify.mjs FILE... [--checkpoint FILE]... [--vkey KEY]...
 *
 * It ends with 0 where all holds, with 1 where something does not, and with 2 where it was called wrongly.
 */
import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { isVkey } from '#schemas/proofs/checkpoint.ts'
import { safeText } from '#schemas/text/safe-text.ts'
import { type Given, readGiven } from '#web/verify/given.ts'
import { verdictOf } from '#web/verify/verdict.ts'

const wrongUsage = (words: string): never => {
  process.stderr.write(`verify: ${words}\n`)
  process.exit(2)
}

const several = { type: 'string' as const, multiple: true as const, default: [] as string[] }
const asked = () => {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { checkpoint: several, vkey: several },
    })
    return { files: [...positionals, ...values.checkpoint], vkeys: values.vkey }
  } catch (error) {
    return wrongUsage((error as Error).message)
  }
}

const { files, vkeys } = asked()
if (files.length === 0) wrongUsage('name at least one file: a pack, a checkpoint or a proof.')
for (const vkey of vkeys) if (!isVkey(vkey)) wrongUsage(`"${vkey}" is no vkey of an Ed25519 key.`)

/** Bytes of an open file; fewer where it ends. */
const bytesOf = async (file: FileHandle, start: number, length: number): Promise<Uint8Array> => {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, start)
  return buffer.subarray(0, bytesRead)
}

const readFile = async (path: string): Promise<Given> => {
  const name = basename(path)
  const file = await open(path)
  const progress = (part: number): void => {
    if (process.stderr.isTTY) process.stderr.write(`\r${safeText(name)}: ${Math.floor(part * 100)} percent is read\r`)
  }
  const { size } = await file.stat()
  const given = await readGiven({ name, size, read: (start, length) => bytesOf(file, start, length) }, progress)
  await file.close()
  return given
}

const given: Given[] = []
for (const file of files) given.push(await readFile(file).catch((error: Error) => wrongUsage(error.message)))
const findings = verdictOf(given, vkeys)
for (const { words } of findings) process.stdout.write(`${safeText(words)}\n`)
process.exitCode = findings.some(({ says }) => says === 'fails') ? 1 : 0
