/**
 * Checks checkpoints and proofs without Siteledger, as a program of one file:
 *
 *   node verify.mjs FILE... [--checkpoint FILE]... [--vkey KEY]...
 *
 * It ends with 0 where all holds, with 1 where something does not, and with 2 where it was called wrongly.
 */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { isVkey } from '#schemas/proofs/checkpoint.ts'
import { safeText } from '#schemas/text/safe-text.ts'
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
if (files.length === 0) wrongUsage('name at least one file: a checkpoint or a proof.')
for (const vkey of vkeys) if (!isVkey(vkey)) wrongUsage(`"${vkey}" is no vkey of an Ed25519 key.`)
const given = files.map((file) => {
  try {
    return { name: basename(file), text: readFileSync(file, 'utf8') }
  } catch (error) {
    return wrongUsage((error as Error).message)
  }
})
const findings = verdictOf(given, vkeys)
for (const { words } of findings) process.stdout.write(`${safeText(words)}\n`)
process.exitCode = findings.some(({ says }) => says === 'fails') ? 1 : 0
