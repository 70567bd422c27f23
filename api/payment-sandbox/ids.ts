import { randomBytes } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Random letters and digits, each equally likely. */
export const randomText = (length: number): string => {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += letters[byte % 62]
  }
  return text
}

/** Prefixes whose ids are as long as those of the first years of Stripe. */
const shortPrefixes = new Set(['cus', 'prod', 'req'])

/** A new id as Stripe makes them: `cus_…` with 14 letters, `sub_1…` with 24. */
export const newId = (prefix: string): string =>
  shortPrefixes.has(prefix) ? `${prefix}_${randomText(14)}` : `${prefix}_1${randomText(23)}`
