import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keepForRole } from '#api/adapters/folder-lock.ts'
import { endWithParent, notifySupervisor } from '#api/adapters/supervisor-channel.ts'
import { EXIT_BAD_CONFIGURATION, readEnvOrExit } from '#api/env/env.ts'
import { webhookUrl } from '#api/env/webhook-url.ts'
import { startSandbox } from './payment-sandbox/sandbox.ts'

// Whatever it writes belongs to its owner alone.
process.umask(0o077)

/**
 * The payment sandbox as a process: a stand-in for Stripe on 127.0.0.1, which keeps everything in
 * DATA_DIR/sandbox.sqlite. The port is SANDBOX_PORT, otherwise any free one. Once it takes calls it writes its address to
 * DATA_DIR/sandbox-url, and its secret key to DATA_DIR/sandbox-authorization, prints one line and sends {type: 'listening', port} to its parent. SIGTERM, SIGINT and the end of its parent stop it in order.
 */
const env = readEnvOrExit(process.env)
const { stripe } = env
if (env.billing !== 'sandbox' || stripe.webhookSecret === undefined) {
  process.stderr.write('The payment sandbox needs BILLING=sandbox and STRIPE_WEBHOOK_SECRET; npm start sets both.\n')
  process.exit(EXIT_BAD_CONFIGURATION)
}

const fail = (error: Error): never => {
  process.stderr.write(`Payment sandbox: ${error.message}\n`)
  process.exit(1)
}

mkdirSync(env.dataDir, { recursive: true, mode: 0o700 })
const others = keepForRole(env.dataDir, 'payment-sandbox')
if (others !== undefined) fail(new Error(others))
const sandbox = await startSandbox({
  file: join(env.dataDir, 'sandbox.sqlite'),
  port: env.sandboxPort,
  keys: { secretKey: stripe.secretKey, publishableKey: stripe.publishableKey },
  webhook: { url: webhookUrl(env), secret: stripe.webhookSecret },
  appOrigin: env.appUrl,
  failed: (error) => process.stderr.write(`Payment sandbox: ${JSON.stringify(error.stack)}\n`),
}).catch(fail)

let stopping = false
const stop = (): void => {
  if (!stopping) void sandbox.close().then(() => process.exit(0))
  stopping = true
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
endWithParent(stop)

// For tools of its owner: without SANDBOX_PORT and STRIPE_SECRET_KEY address and key are others at each start.
writeFileSync(join(env.dataDir, 'sandbox-url'), `${sandbox.url}\n`, { mode: 0o600 })
// As the header of a call, which curl reads from a file: its arguments are in the list of processes.
const authorization = `Authorization: Bearer ${stripe.secretKey}\n`
writeFileSync(join(env.dataDir, 'sandbox-authorization'), authorization, { mode: 0o600 })
process.stdout.write(`Payment sandbox listens on ${sandbox.url}\n`)
notifySupervisor({ type: 'listening', port: sandbox.port })
