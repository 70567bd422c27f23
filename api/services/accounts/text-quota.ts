import type { Tallies } from '#api/adapters/tallies.ts'
import { HttpProblem } from '#api/http/problem.ts'
import type { SecurityLog } from '#api/http/security-log.ts'
import { addressOf } from '#api/http/throttle-keys.ts'
import type { UserId } from '#schemas/ids.ts'
import { textsADay } from '#schemas/limits/ceiling-numbers.ts'

/** A request for a text message. */
export type AskingForText = Parameters<SecurityLog>[1]

/**
 * Counts a text message that is about to be ordered; `unproven` is the number it goes to, where nobody has shown yet that
 * it is theirs. Throws 429 when there were too many in a day (D-116).
 */
export type CountText = (request: AskingForText, userId: UserId, unproven: string | null) => Promise<void>

type Setup = {
  tallies: Tallies
  digest: (purpose: string, text: string) => string
  security: SecurityLog
  /** Whether the application is reached from this machine alone, where everybody has the same network address. */
  local: boolean
}

const day = 24 * 60 * 60 * 1000

const tooMany = () =>
  new HttpProblem(429, { message: 'Too many text messages were sent today. Please try again tomorrow.' }, 3600)

/**
 * Bounds what texts cost: those of a user, to a number, from a network address, and of the whole installation. A proven
 * number is its user's, whose sign-ins are bounded by their own ceiling alone.
 */
export const openTextQuota =
  ({ tallies, digest, security, local }: Setup): CountText =>
  async (request, userId, unproven) => {
    const digestOf = (text: string) => digest('texts', text)
    const ceilings: [key: string, most: number][] = [
      [`user:${digestOf(userId)}`, textsADay.user],
      ...(unproven === null ? [] : [[`number:${digestOf(unproven)}`, textsADay.number] as [string, number]]),
      [`address:${digestOf(addressOf(request))}`, local ? Number.POSITIVE_INFINITY : textsADay.address],
      ['installation', textsADay.installation],
    ]
    for (const [at, [key, most]] of ceilings.entries()) {
      if ((await tallies.add(`texts:${key}`, 1, day)) <= most) continue
      // A text that is not sent does not count.
      await Promise.all(ceilings.slice(0, at + 1).map(([counted]) => tallies.add(`texts:${counted}`, -1, day)))
      if (key === 'installation') security('texts_ended', request)
      throw tooMany()
    }
  }
