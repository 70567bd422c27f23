import { z } from 'zod'
import { bucketAddressAllowed, parseBucketAddress } from '#api/adapters/bucket/address.ts'
import { isRedisAddress } from '#api/adapters/redis-address.ts'
import { Currency, hasHundredths } from '#schemas/billing/money.ts'
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
  plansFile,
  portNumber,
  publicationList,
  RESERVED_WORDS,
  teamWord,
  timestampAddress,
  variable,
} from './checks.ts'
import { paymentVariables } from './payment.ts'
import { SECRETS } from './secrets.ts'
import { sellerVariables } from './seller.ts'

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

/** Each variable of the environment: what it may be, in words, and how that is checked. */
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

type Variables = typeof variables
/** The values of all variables, by name. */
export type Values = { [Name in keyof Variables]: z.output<Variables[Name]['check']> }

/**
 * Checks each variable by itself.
 * @throws {EnvironmentError} for the first with a value that cannot be used
 */
export const readVariables = (source: NodeJS.ProcessEnv): Values => {
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
