import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { freePort } from '#cli/operations/redis.ts'
import { runProgram } from '#tests/support/run-program.ts'

/** A running product: its address, its data folder, and the functions that stop it, in order. */
export type Product = { url: string; dataDir: string; stop: () => Promise<void> }

/**
 * Starts the product as a user does, with `npm start` and nothing but PORT, DATA_DIR and `configured`; copies its
 * output to `log`.
 */
export const startProduct = async (configured: Record<string, string>, log?: Writable): Promise<Product> => {
  // Playwright sets NODE_ENV to "test", which a user's shell does not.
  const { NODE_ENV: _, ...shell } = process.env
  const dataDir = mkdtempSync(join(tmpdir(), 'siteledger-e2e-'))
  const env = { ...shell, PORT: String(await freePort()), DATA_DIR: dataDir, ...configured }
  const { child, finished, printed } = runProgram('npm', ['start'], env)
  if (log) {
    child.stdout?.pipe(log)
    child.stderr?.pipe(log)
  }
  const ready = /^Siteledger is ready: (\S+)$/m
  const url = ready.exec(await printed(ready))?.[1] ?? ''

  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    const { code, stdout, stderr } = await finished
    if (!stdout.endsWith('Stopped.\n'))
      throw new Error(`The product did not end in order (${code}):\n${stdout}${stderr}`)
    rmSync(dataDir, { recursive: true })
  }
  return { url, dataDir, stop }
}
