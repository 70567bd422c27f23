import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FullConfig } from '@playwright/test'
import { freePort } from '#api/operations/redis.ts'
import { runProgram } from '#tests/support/run-program.ts'
import { operatorEmail } from './people.ts'

/** Where a run that failed leaves what the product said. */
const openLog = ({ projects }: FullConfig) => {
  const folder = projects[0]?.outputDir ?? tmpdir()
  mkdirSync(folder, { recursive: true })
  return createWriteStream(join(folder, 'product.log'))
}

/**
 * Starts the product as a person does, `npm start` with nothing but PORT, DATA_DIR and the address of an operator,
 * once for the whole run, and puts its address into SITELEDGER_URL and its data folder into SITELEDGER_DATA_DIR.
 * @returns what ends it, in order
 */
export default async (config: FullConfig): Promise<() => Promise<void>> => {
  // Playwright says "test" here, which a person's shell does not.
  const { NODE_ENV: _, ...shell } = process.env
  const port = String(await freePort())
  const dataDir = mkdtempSync(join(tmpdir(), 'siteledger-e2e-'))
  const env = { ...shell, PORT: port, DATA_DIR: dataDir, OPERATOR_EMAILS: operatorEmail }
  const product = runProgram('npm', ['start'], env)
  const log = openLog(config)
  product.child.stdout?.pipe(log)
  product.child.stderr?.pipe(log)
  const printed = await product.printed(/^Siteledger is ready: \S+$/m)
  process.env.SITELEDGER_DATA_DIR = dataDir
  process.env.SITELEDGER_URL = /^Siteledger is ready: (\S+)$/m.exec(printed)?.[1] ?? ''

  return async () => {
    product.child.kill('SIGTERM')
    const { code, stdout, stderr } = await product.finished
    if (!stdout.endsWith('Stopped.\n'))
      throw new Error(`The product did not end in order (${code}):\n${stdout}${stderr}`)
    rmSync(dataDir, { recursive: true })
  }
}
