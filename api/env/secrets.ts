import { readFileSync } from 'node:fs'
import { EnvironmentError } from './checks.ts'

/** Keys of an S3 server, which its client looks for in the environment of the process. */
const keysOfS3 = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN']

/**
 * Variables whose values must not be repeated on a screen or in a log, nor handed to a process that does not need them.
 * Each may be left out where the same name with _FILE names a file that holds the value.
 */
export const SECRETS: readonly string[] = [
  'MASTER_KEY',
  'OLD_MASTER_KEY',
  'NOTARY_KEY',
  'REDIS_URL',
  'EVENTSTORE_URL',
  'MAIL_URL',
  'SMS_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'BRAINTREE_PRIVATE_KEY',
  ...keysOfS3,
]

/** The name of the variable that names the file of a secret. */
const fileOf = (name: string): string => `${name}_FILE`

const read = (name: string, file: string): string => {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error
    throw new EnvironmentError(`${fileOf(name)} "${file}" cannot be read (${reason}).`)
  }
}

/**
 * The environment with the secrets that files hold. Keys of S3 move into `source` itself.
 * @throws {EnvironmentError} where there is no such file, or a secret is given twice
 */
export const withFiles = (source: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const whole = { ...source }
  for (const name of SECRETS) {
    const file = source[fileOf(name)]
    if (!file) continue
    if (source[name]) throw new EnvironmentError(`${name} and ${fileOf(name)} are both set: keep one of them.`)
    whole[name] = read(name, file)
    if (!keysOfS3.includes(name)) continue
    source[name] = whole[name]
    delete source[fileOf(name)]
  }
  return whole
}
