import { z } from 'zod'
import { plainAddressWarning } from '#api/adapters/loopback.ts'
import { endWithParent } from '#api/adapters/supervisor-channel.ts'
import { type Env, readStartEnvOrExit } from '#api/env/env.ts'
import { whenNpmEnds } from '#cli/install/run-installed.mjs'
import { CannotStart, checkPort, lockDataDir, prepareDataDir } from '#cli/operations/first-checks.ts'
import { closeToOthers, openToOthers } from '#cli/operations/private-files.ts'
import { BuildFailed } from '#cli/operations/vite-build.ts'
import {
  type AfterEnd,
  type ProcessGroup,
  ProcessGroupFailed,
  startProcessGroup,
} from '#cli/supervisor/process-group.ts'
import { safeText } from '#schemas/text/safe-text.ts'

/** A line of pino. The logger's own fields (pid, hostname) are left out. */
const logLine = z.looseObject({
  level: z.number(),
  time: z.union([z.number(), z.string()]),
  msg: z.string().default(''),
  err: z.object({ message: z.string().optional(), stack: z.string().optional() }).optional(),
})

const levelName = (level: number): string => {
  if (level >= 50) return 'error'
  if (level >= 40) return 'warn'
  return level >= 30 ? 'info' : 'debug'
}

const hidden = new Set(['level', 'time', 'msg', 'err', 'pid', 'hostname', 'v'])

const parseJson = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/**
 * Formats a process's line for a terminal: a JSON log line as time, level, message and its plain fields, an error with
 * its stack below; any other line as it is. A value that holds line ends or control characters neither begins another
 * line nor controls the terminal.
 */
export const readableLine = (line: string): string => {
  const parsed = line.startsWith('{') ? logLine.safeParse(parseJson(line)) : undefined
  if (!parsed?.success) return line
  const { level, time, msg, err, ...rest } = parsed.data
  const fields = Object.entries(rest).filter(([name, value]) => !hidden.has(name) && typeof value !== 'object')
  const clock = new Date(time).toLocaleTimeString('en-GB')
  const words = [clock, levelName(level), msg, ...fields.map(([name, value]) => `${name}=${value}`)]
  const text = words
    .filter((word) => word !== '')
    .map(safeText)
    .join(' ')
  const detail = err?.stack ?? err?.message
  return detail === undefined ? text : [text, ...detail.split('\n').map(safeText)].join('\n')
}

/** Prints a line. The reader of standard output may be gone (`npm start | head`), which is no reason to stop. */
export const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/**
 * In a terminal each line starts with the name of its process; elsewhere lines stay as they are, so that JSON stays
 * JSON.
 */
const output = (name: string, line: string): void => {
  const parts = process.stdout.isTTY ? readableLine(line).split('\n') : [line]
  const prefix = process.stdout.isTTY ? `${name.toLowerCase().padEnd(11)} | ` : ''
  for (const part of parts) print(`${prefix}${part}`)
}

/** Prints the address of the product. */
export const printReady = (env: Env, ...further: string[]): void => {
  print('')
  print(`Siteledger is ready: ${env.appUrl}`)
  print('  Open it in a browser and choose Get started to make the first account and its team.')
  const plain = plainAddressWarning(env.appUrl)
  if (plain !== undefined) print(`  ${plain}`)
  if (env.mailUrl === undefined) print(`  Mails, invitations too, are written to ${env.dataDir}/mail and reach nobody.`)
  for (const line of further) print(`  ${line}`)
  print(`  Everything is kept in ${env.dataDir}. Ctrl-C stops it.`)
}

/** Earlier versions left some of their files readable for every account of the machine. */
const makePrivate = (dataDir: string): void => {
  const found = openToOthers(dataDir)
  if (found.length === 0) return
  const left = closeToOthers(found)
  const now = left.length === 0 ? 'now nobody else can' : `they still can read ${left[0]}, which is not ours to close`
  print(`Others on this machine could read ${dataDir}; ${now}.`)
}

/**
 * Checks that the product can run here, starts it, reacts to ended processes by `afterEnd`, and stops them in order.
 */
export const supervise = (start: (family: ProcessGroup, env: Env) => Promise<void>, afterEnd?: AfterEnd): void => {
  const family = startProcessGroup(print, output, afterEnd)

  // npm and the terminal may each forward the same Ctrl-C, which must neither repeat nor cut short the shutdown.
  let stopping = false

  const end = async (exitCode: number): Promise<never> => {
    await family.stop()
    if (stopping) print('Stopped.')
    process.exit(exitCode)
  }

  const giveUp = (error: unknown): Promise<never> => {
    const expected = error instanceof CannotStart || error instanceof ProcessGroupFailed || error instanceof BuildFailed
    process.stderr.write(`${expected ? error.message : String(error instanceof Error ? error.stack : error)}\n`)
    return end(expected && 'exitCode' in error ? error.exitCode : 1)
  }

  const stop = (): void => {
    if (stopping) return
    stopping = true
    print('Stopping ...')
    void end(0)
  }

  const run = async (): Promise<never> => {
    // Whatever the processes create belongs to their owner alone.
    process.umask(0o077)
    const env = readStartEnvOrExit(process.env)
    prepareDataDir(env.dataDir)
    using _lock = lockDataDir(env.dataDir)
    makePrivate(env.dataDir)
    await checkPort(env.port, env.host)
    await start(family, env)
    return await family.failure
  }

  process.stdout.on('error', () => {})
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  endWithParent(stop, 60_000)
  whenNpmEnds(stop)
  run().catch(giveUp)
}
