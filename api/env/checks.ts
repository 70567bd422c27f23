// One check for each kind of environment variable; env.ts assigns them to the variables.

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { isLoopback } from '#api/adapters/loopback.ts'
import { Plans } from '#schemas/billing/plans.ts'

/** A variable has an invalid value. The message is one line: the variable, the value, what is allowed. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

/** One variable: a description of the allowed values for the person who sets it, and the matching check. */
export const variable = <Check extends z.ZodType>(allowed: string, check: Check) => ({ allowed, check })

/** Words with another meaning at the start of a path (D-38). */
export const RESERVED_WORDS = new Set(
  `api settings oauth spark user coupon file document dashboard login logout register invitations team-invitations
  geocode notifications health ready webhook share calendar support tax-rate terms trash`.split(/\s+/),
)

export const portNumber = (lowest: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((port) => port >= lowest && port <= 65535)

export const addressWith = (...schemes: string[]) =>
  z.string().refine((value) => URL.canParse(value) && schemes.includes(new URL(value).protocol))

/** Whether an address is a socket or a port of this machine; clamd, for one, speaks in clear. */
export const isOnThisMachine = (value: string): boolean =>
  URL.canParse(value) && (new URL(value).hostname === '' || isLoopback(value))

/** Whether what goes to an address can be heard by nobody, because of its scheme or because it stays on this machine. */
export const isOnThisMachineOr =
  (scheme: string) =>
  (value: string): boolean =>
    isOnThisMachine(value) || (URL.canParse(value) && new URL(value).protocol === scheme)

/** Where checkpoints of the log may be sent: by mail, into a folder, or to a server. */
const isPublication = (value: string): boolean =>
  z.email().safeParse(value.replace(/^mailto:/, '')).success
    ? value.startsWith('mailto:')
    : isFileAddress(value) || (/^https?:\/\/[^@]+$/.test(value) && isOnThisMachineOr('https:')(value))

export const publicationList = z
  .string()
  .transform((list) => list.split(',').map((each) => each.trim()))
  .refine((list) => list.every(isPublication))

/** The reply is signed, so that nothing is lost over http. */
export const timestampAddress = z
  .string()
  .regex(/^https?:\/\/[^@]+$/)
  .refine(URL.canParse)

export const isOrigin = (value: string): boolean =>
  URL.canParse(value) &&
  /^https?:$/.test(new URL(value).protocol) &&
  new URL(value).href === `${new URL(value).origin}/`

/** The path of `file:///srv/content`, or of `file:content`, which is relative to the working directory. */
export const pathOf = (value: string): string =>
  value.startsWith('file://') ? fileURLToPath(value) : resolve(value.slice('file:'.length))

export const isFileAddress = (value: string): boolean => {
  try {
    return /^file:./.test(value) && pathOf(value) !== ''
  } catch {
    return false
  }
}

export const isTimezone = (value: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).format() !== ''
  } catch {
    return false
  }
}

export const teamWord = z
  .string()
  .regex(/^[a-z][a-z-]{1,30}$/)
  .refine((word) => !RESERVED_WORDS.has(word))

export const emailList = z
  .string()
  .transform((value) => value.split(',').map((email) => email.trim().toLowerCase()))
  .transform((emails) => emails.filter((email) => email !== ''))
  .pipe(z.array(z.email()))

export const onOrOff = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true')

/** Reads the plans from a JSON file; an unreadable or invalid file makes the variable invalid. */
export const plansFile = z.string().transform((file, check) => {
  try {
    return Plans.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    check.addIssue('not a file of plans')
    return z.NEVER
  }
})
