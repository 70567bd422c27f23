import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Env, readEnvOrExit } from '#api/env/env.ts'
import { CannotStart } from '#api/event-store/embedded/stored-log.ts'
import { safeText } from '#schemas/text/safe-text.ts'
import { BadBackup, type Manifest } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { takeBackup } from './take-backup.ts'

// Whatever it writes belongs to its owner alone.
process.umask(0o077)

/**
 * Backup and restore on the machine, as a process:
 *
 *   node cli/operations/backup/main.ts take DIR [--json]
 *   node cli/operations/backup/main.ts restore DIR [--master-key FILE] [--json]
 *
 * Reads DATA_DIR and MASTER_KEY like the server. A refusal is one line on standard error and exit code 1.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, 'master-key': { type: 'string' } },
})
const [task, argument = ''] = positionals
const folder = resolve(argument)
const env = readEnvOrExit(process.env)

const print = (line: string): void => void (values.json || process.stdout.write(`${line}\n`))

const progress = (done: number, all: number): void => {
  if (!values.json && process.stdout.isTTY && (done % 50 === 0 || done === all)) {
    process.stdout.write(`\r${done} of ${all} files${done === all ? '\n' : ''}`)
  }
}

const summaryOf = ({ at, position, files }: Manifest): string => {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return `${files.length} files, ${(bytes / 2 ** 20).toFixed(1)} MB, events up to position ${position}, ${at}`
}

const keyFrom = (env: Env): { bytes: Uint8Array; store: boolean } => {
  const file = values['master-key']
  if (file !== undefined) return { bytes: Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url'), store: true }
  if (env.masterKey) return { bytes: Buffer.from(env.masterKey, 'base64'), store: false }
  throw new BadBackup('The master key is not part of a backup: pass --master-key FILE, or set MASTER_KEY.')
}

const tasks: Record<string, () => Promise<Manifest>> = {
  take: async () => {
    const manifest = await takeBackup(env, folder, progress)
    print(`Backed up ${env.dataDir} to ${folder}: ${summaryOf(manifest)}.`)
    if (!env.masterKey)
      print(`Keep ${env.dataDir}/master.key in another place: without it names and addresses are lost.`)
    return manifest
  },
  restore: async () => {
    const manifest = await restoreBackup(folder, env.dataDir, keyFrom(env), progress)
    print(`Restored ${folder} into ${env.dataDir}: ${summaryOf(manifest)}, every byte checked.`)
    print('Start Siteledger now: it rebuilds the lists from the events.')
    return manifest
  },
}

try {
  const manifest = await tasks[task ?? '']?.()
  if (manifest && values.json) {
    const { files, ...rest } = manifest
    process.stdout.write(`${JSON.stringify({ ...rest, folder, data_dir: env.dataDir, files: files.length })}\n`)
  }
} catch (error) {
  const known = error instanceof BadBackup || error instanceof CannotStart
  process.stderr.write(`siteledger: ${safeText(known ? error.message : String(error))}\n`)
  process.exitCode = 1
}
