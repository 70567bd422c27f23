import { z } from 'zod'
import { safeText } from '#cli/output/safe-text.ts'

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
