import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '#api/env/env.ts'
import { type Finding, fine, wrong } from './finding.ts'

const about = 'payments'

/** Timeout of the sandbox's answer, in milliseconds. */
const timeout = 3000

/** Whether the payment sandbox answers those who have the key of its files, at this address. */
const answers = async (url: string, dataDir: string): Promise<boolean> => {
  const [, authorization = ''] = readFileSync(join(dataDir, 'sandbox-authorization'), 'utf8').trim().split(': ')
  const headers = { authorization }
  const signal = AbortSignal.timeout(timeout)
  const answer = await fetch(`${url}/v1/test_helpers/test_clocks/clock_sandbox`, { headers, signal }).catch(
    () => undefined,
  )
  return answer?.ok === true
}

/** Checks which payment provider is set, and whether the payment sandbox of a running installation answers. */
export const checkPayments = async (
  { dataDir, billing, stripe, braintree }: Env,
  inUse: boolean,
): Promise<Finding[]> => {
  if (billing === 'stripe') {
    const words = stripe.secretKey.includes('_live_') ? 'Stripe, live.' : 'Stripe, in test mode: no money moves.'
    return [fine(about, words)]
  }
  if (braintree) {
    const isLive = braintree.environment === 'production'
    return [fine(about, isLive ? 'Braintree, live.' : 'Braintree, in its sandbox: no money moves.')]
  }
  const file = join(dataDir, 'sandbox-url')
  if (!inUse || !existsSync(file)) return [fine(about, 'BILLING=sandbox: test cards, and no money moves.')]
  const url = readFileSync(file, 'utf8').trim()
  return [
    (await answers(url, dataDir))
      ? fine(about, `The payment sandbox answers on ${url}; no money moves.`)
      : wrong(about, `The payment sandbox does not answer on ${url}: nobody can subscribe, and invoices wait.`),
  ]
}
