import { spawn } from 'node:child_process'
import { program } from '#tests/support/terminal.ts'
import { residentMegabytes } from '../process-cost.ts'

/** A command that was typed: how it ended, what it told, its seconds, and the most memory that it had, in megabytes. */
export type Typed = { code: number | null; text: string; seconds: number; peak: number }

/** Types a command, and kills it after so many milliseconds where that is said. */
export const typed = async (env: NodeJS.ProcessEnv, args: readonly string[], killAfter?: number): Promise<Typed> => {
  const began = performance.now()
  const child = spawn(process.execPath, [program, ...args], { env: { PATH: process.env.PATH, ...env } })
  let peak = 0
  const look = setInterval(() => {
    try {
      peak = Math.max(peak, residentMegabytes(child.pid ?? 0).most || 0)
    } catch {
      // It has ended.
    }
  }, 50)
  let text = ''
  const hear = (data: unknown): void => {
    text += String(data)
  }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', hear)
  const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  clearInterval(look)
  clearTimeout(timer)
  return { code, text, seconds: (performance.now() - began) / 1000, peak }
}
