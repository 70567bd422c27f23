import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { bucketAddressAllowed, overlap, parseBucketAddress } from '#api/adapters/bucket/address.ts'
import { isRedisAddress } from '#api/adapters/redis-address.ts'
import { Currency, hasHundredths } from '#schemas/billing/money.ts'
import { defaultPlans } from '#schemas/billing/plans.ts'
import {
  addressWith,
  EnvironmentError,
  emailList,
  isFileAddress,
  isOnThisMachine,
  isOnThisMachineOr,
  isOrigin,
  isTimezone,
  onOrOff,
  pathOf,
  plansFile,
  portNumber,
  publicationList,
  RESERVED_WORDS,
  teamWord,
  timestampAddress,
  variable,
} from './checks.ts'
import { paymentVariables, readPayment } from './payment.ts'
import { SECRETS, withFiles } from './secrets.ts'
import { readSeller, sellerVariables } from './seller.ts'
import { refuseUnshared } from './shared.ts'

export { EnvironmentError, SECRETS }

/** Exit code of a process that cannot start because of its configuration (EX_CONFIG of sysexits.h). */
export const EXIT_BAD_CONFIGURATION = 78

const teamWordAllowed = `a word of small letters and hyphens, none of ${[...RESERVED_WORDS].join(', ')}`

const storeAddress = z
  .string()
  .refine((value) => isFileAddress(value) || parseBucketAddress(value) !== undefined)
  .optional()

const key32 = variable(
  '32 bytes in base64, as openssl rand -base64 32 prints them',
  z
    .string()
    .regex(/^[\w+/-]{43}=?$/)
    .optional(),
)

const variables = {
  PORT: variable('a port from 1 to 65535', portNumber(1).default(3000)),
  HOST: variable(
    'a host name or IP address',
    z
      .string()
      .regex(/^[\w.:-]+$/)
      .default('127.0.0.1'),
  ),
  APP_URL: variable(
    'an origin such as https://sites.example.com, without a path',
    z.string().refine(isOrigin).optional(),
  ),
  DATA_DIR: variable('a folder', z.string().default('.data')),
  EVENTSTORE_URL: variable(
    'an esdb:// or esdb+discover:// address',
    z
      .string()
      .regex(/^esdb([+]discover)?:\/\/\S/)
      .optional(),
  ),
  EMBEDDED_EVENTSTORE_PORT: variable('a port from 0 (any free one) to 65535', portNumber(0).default(0)),
  REDIS_URL: variable(
    'a redis:// or rediss:// address, or redis+sentinel://a:26379,b:26379,c:26379/name',
    z.string().refine(isRedisAddress).optional(),
  ),
  CONTENT_URL: variable(
    `a file: address of a folder, such as file:/srv/content, or ${bucketAddressAllowed}, with http on this machine alone`,
    storeAddress,
  ),
  KEYS_URL: variable(
    `a file: address, such as file:/srv/keys.sqlite, or ${bucketAddressAllowed}, with http on this machine alone`,
    storeAddress,
  ),
  OPERATOR_EMAILS: variable('e-mail addresses, separated by commas', emailList.default([])),
  REQUIRE_VERIFIED_EMAIL: variable('true or false', onOrOff),
  MAIL_URL: variable('an smtp:// or smtps:// address', addressWith('smtp:', 'smtps:').optional()),
  MAIL_FROM: variable('an e-mail address', z.email().optional()),
  SMS_URL: variable(
    'an https:// address that is posted {to, body, id}, or http:// of this machine',
    addressWith('http:', 'https:').refine(isOnThisMachineOr('https:')).optional(),
  ),
  SCANNER_URL: variable(
    'the address of a clamd on this machine: clamd:/run/clamav/clamd.ctl or clamd://127.0.0.1:3310',
    addressWith('clamd:').refine(isOnThisMachine).optional(),
  ),
  SUPPORT_EMAIL: variable('an e-mail address', z.email().optional()),
  MASTER_KEY: key32,
  OLD_MASTER_KEY: key32,
  NOTARY_KEY: key32,
  NOTARY_PUBLISH: variable(
    'addresses separated by commas: mailto:, file:/folder, https:// or http:// of this machine',
    publicationList.default([]),
  ),
  TIMESTAMP_URL: variable('an http:// or https:// address of an RFC 3161 authority', timestampAddress.optional()),
  PLANS_FILE: variable('a file with a JSON list of plans, each as GET /spark/plans answers it', plansFile.optional()),
  COUNTRY_HEADER: variable(
    'the name of a header that the proxy in front sets, such as CF-IPCountry',
    z
      .string()
      .regex(/^[\w-]{1,64}$/)
      .optional(),
  ),
  HOME_COUNTRY: variable(
    'a country code of two capital letters',
    z
      .string()
      .regex(/^[A-Z]{2}$/)
      .optional(),
  ),
  CURRENCY: variable(
    'an ISO 4217 code in small letters, of a currency with hundredths',
    Currency.refine(hasHundredths).default('gbp'),
  ),
  CURRENCY_SYMBOL: variable('a currency symbol of at most five characters', z.string().max(5).default('£')),
  COLLECT_VAT: variable('true or false', onOrOff),
  CARD_UP_FRONT: variable('true or false', onOrOff),
  APP_TIMEZONE: variable('a time zone such as Europe/London', z.string().refine(isTimezone).default('Europe/London')),
  TEAM_WORD_PLURAL: variable(teamWordAllowed, teamWord.default('teams')),
  TEAM_WORD_SINGULAR: variable(teamWordAllowed, teamWord.default('team')),
  REPLICA_NAME: variable(
    '1 to 64 letters, digits, dots and hyphens',
    z
      .string()
      .regex(/^[A-Za-z0-9.-]{1,64}$/)
      .optional(),
  ),
  DRAIN_SECONDS: variable(
    'a number of seconds from 0 to 300',
    z
      .string()
      .regex(/^\d{1,3}$/)
      .transform(Number)
      .pipe(z.number().max(300))
      .optional(),
  ),
  LOG_LEVEL: variable(
    'one of fatal, error, warn, info, debug, trace, silent',
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ),
  TRUST_PROXY: variable(
    'the number of proxies in front, 0 to 9',
    z.string().regex(/^\d$/).transform(Number).default(0),
  ),
  ...paymentVariables,
  ...sellerVariables,
}

/** Seconds in which a balancer notices by its checks that a replica is about to stop. */
const drainBehindBalancer = 10

type Variables = typeof variables
type Values = { [Name in keyof Variables]: z.output<Variables[Name]['check']> }

const readVariables = (source: NodeJS.ProcessEnv): Values => {
  const values = Object.entries(variables).map(([name, { allowed, check }]) => {
    // An empty variable counts as unset: compose files and CI systems often cannot leave one out.
    const value = source[name] === '' ? undefined : source[name]
    const read = check.safeParse(value)
    if (read.success) return [name, read.data]
    const shown = SECRETS.includes(name) ? '' : ` "${value}"`
    throw new EnvironmentError(`${name}${shown} cannot be used: it must be ${allowed}.`)
  })
  // Each value comes from the check of its own name, which the type of Object.fromEntries cannot express.
  return Object.fromEntries(values) as Values
}

/** Where content and keys lie; throws an EnvironmentError where the two cannot be used together. */
const readStores = ({ CONTENT_URL, KEYS_URL, MASTER_KEY }: Values, dataDir: string) => {
  const urlOf = (value: string | undefined, inDataDir: string): string =>
    value?.startsWith('s3:')
      ? value
      : pathToFileURL(value === undefined ? join(dataDir, inDataDir) : pathOf(value)).href
  const stores = { contentUrl: urlOf(CONTENT_URL, 'content'), keysUrl: urlOf(KEYS_URL, 'keys.sqlite') }
  const keys = parseBucketAddress(stores.keysUrl)
  const content = parseBucketAddress(stores.contentUrl)
  if (keys && MASTER_KEY === undefined) {
    throw new EnvironmentError('KEYS_URL is a bucket, whose keys are useless without one MASTER_KEY for all: set it.')
  }
  if (keys && content && overlap(keys, content)) {
    throw new EnvironmentError('KEYS_URL and CONTENT_URL lie in one another: name prefixes that are apart.')
  }
  return stores
}

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
