import { createWriteStream, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FullConfig, request } from '@playwright/test'
import { operatorEmail, registerThroughApi } from './people.ts'
import { startProduct } from './product.ts'

/** Where a failed run leaves the product's output. */
const openLog = ({ projects }: FullConfig) => {
  const folder = projects[0]?.outputDir ?? tmpdir()
  mkdirSync(folder, { recursive: true })
  return createWriteStream(join(folder, 'product.log'))
}

/** Tests run side by side: one registration before all of them is nobody's race. */
const registerOperator = async (baseURL: string): Promise<void> => {
  const guest = await request.newContext({ baseURL })
  await registerThroughApi({ request: guest }, { email: operatorEmail })
  await guest.dispose()
}

/**
 * Starts the product with an operator, who is registered, once for the whole run, and sets SITELEDGER_URL to its address
 * and SITELEDGER_DATA_DIR to its data folder.
 * @returns a function that stops it
 */
export default async (config: FullConfig): Promise<() => Promise<void>> => {
  const { url, dataDir, stop } = await startProduct({ OPERATOR_EMAILS: operatorEmail }, openLog(config))
  process.env.SITELEDGER_DATA_DIR = dataDir
  process.env.SITELEDGER_URL = url
  await registerOperator(url)
  return stop
}
