import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The secret that the payment sandbox of a data folder signs its webhooks with: made once, for its owner alone. */
export const sandboxWebhookSecret = (dataDir: string): string => {
  const file = join(dataDir, 'sandbox-webhook-secret')
  if (!existsSync(file)) writeFileSync(file, `whsec_${randomBytes(24).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  return readFileSync(file, 'utf8').trim()
}
