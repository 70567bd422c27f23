import { resolve } from 'node:path'
import { defaultPlans } from '#schemas/billing/plans.ts'
import { EnvironmentError } from './checks.ts'
import { readPayment } from './payment.ts'
import { SECRETS, withFiles } from './secrets.ts'
import { readSeller } from './seller.ts'
import { refuseUnshared } from './shared.ts'
import { readStores } from './stores.ts'
import { readVariables } from './variables.ts'

export { EnvironmentError, SECRETS }

/** Exit code of a process that cannot start because of its configuration (EX_CONFIG of sysexits.h). */
export const EXIT_BAD_CONFIGURATION = 78

/** Seconds in which a balancer notices by its checks that a replica is about to stop. */
const drainBehindBalancer = 10

/**
 * Reads and checks the environment, for every kind of process. Unknown variables are ignored. `dataDir` is absolute,
 * `contentUrl` and `keysUrl` full file:// URLs or addresses of buckets, `port` 1-65535; `embeddedEventStorePort` 0 means any free port.
 * @throws {EnvironmentError} for the first variable with a value that cannot be used, or that is missing
 */
export const readEnv = (source: NodeJS.ProcessEnv) => {
  const values = readVariables(withFiles(source))
  const dataDir = resolve(values.DATA_DIR)
  const appUrl = values.APP_URL === undefined ? `http://localhost:${values.PORT}` : new URL(values.APP_URL).origin
  return {
    port: values.PORT,
    host: values.HOST,
    appUrl,
    dataDir,
    eventStoreUrl: values.EVENTSTORE_URL,
    embeddedEventStorePort: values.EMBEDDED_EVENTSTORE_PORT,
    redisUrl: values.REDIS_URL,
    ...readStores(values, dataDir),
    operatorEmails: values.OPERATOR_EMAILS,
    requireVerifiedEmail: values.REQUIRE_VERIFIED_EMAIL,
    mailUrl: values.MAIL_URL,
    mailFrom: values.MAIL_FROM ?? `no-reply@${new URL(appUrl).hostname}`,
    smsUrl: values.SMS_URL,
    scannerUrl: values.SCANNER_URL,
    supportEmail: values.SUPPORT_EMAIL ?? values.OPERATOR_EMAILS[0] ?? `support@${new URL(appUrl).hostname}`,
    plans: values.PLANS_FILE ?? defaultPlans,
    countryHeader: values.COUNTRY_HEADER,
    homeCountry: values.HOME_COUNTRY,
    /** The currency of plans: ISO 4217, small letters. */
    currency: values.CURRENCY,
    currencySymbol: values.CURRENCY_SYMBOL,
    collectVat: values.COLLECT_VAT,
    cardUpFront: values.CARD_UP_FRONT,
    masterKey: values.MASTER_KEY,
    /** What `siteledger keys rewrap` exchanges. */
    oldMasterKey: values.OLD_MASTER_KEY,
    /** What the notary signs with instead of a key that follows from the master key. */
    notaryKey: values.NOTARY_KEY,
    /** Where checkpoints of the log are sent. */
    notaryPublish: values.NOTARY_PUBLISH,
    /** Who is asked for the time of checkpoints. */
    timestampUrl: values.TIMESTAMP_URL,
    timezone: values.APP_TIMEZONE,
    teamWordPlural: values.TEAM_WORD_PLURAL,
    teamWordSingular: values.TEAM_WORD_SINGULAR,
    replicaName: values.REPLICA_NAME,
    drainSeconds: values.DRAIN_SECONDS ?? (values.EVENTSTORE_URL === undefined ? 0 : drainBehindBalancer),
    logLevel: values.LOG_LEVEL,
    trustProxy: values.TRUST_PROXY,
    ...readPayment(values),
    /** Who sells, as invoices say it. */
    seller: readSeller(values),
    /** How long people can read who was billed by an invoice. */
    invoiceRetentionYears: values.INVOICE_RETENTION_YEARS,
  }
}

export type Env = ReturnType<typeof readEnv>

/**
 * Reads the environment for a process that serves or works.
 * @throws {EnvironmentError} also where it lacks what replicas have to share
 */
export const readStartEnv = (source: NodeJS.ProcessEnv): Env => {
  const env = readEnv(source)
  refuseUnshared(withFiles(source))
  return env
}

const orExit =
  (read: typeof readEnv) =>
  (source: NodeJS.ProcessEnv): Env => {
    try {
      return read(source)
    } catch (error) {
      if (!(error instanceof EnvironmentError)) throw error
      process.stderr.write(`${error.message}\n`)
      process.exit(EXIT_BAD_CONFIGURATION)
    }
  }

/** Reads the environment of a process; an invalid value is one line on standard error and exit code 78. */
export const readEnvOrExit = orExit(readEnv)

/** The same for a process that serves or works. */
export const readStartEnvOrExit = orExit(readStartEnv)
