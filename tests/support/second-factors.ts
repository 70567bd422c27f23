import { Secret, TOTP } from 'otpauth'
import { confirmTwoFactor, startTwoFactor } from '#schemas/resources/two-factor.ts'
import type { Caller } from './caller.ts'

const period = 30_000

/** An authenticator app that was set up with this URL. `ahead`: the code of this many periods from now. */
export const authenticator = (otpauthUrl: string | null) => {
  const secret = new URL(otpauthUrl ?? '').searchParams.get('secret') ?? ''
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return { code: (ahead = 0) => totp.generate({ timestamp: Date.now() + ahead * period }) }
}

/** Turns on two-factor authentication by app, which uses up the code of the present period. */
export const turnOnTwoFactor = async (person: Caller) => {
  const { body } = await person.call(startTwoFactor, { body: { country_code: '44', phone: '7700900123' } })
  const app = authenticator(body.otpauth_url)
  await person.call(confirmTwoFactor, { body: { code: app.code() } })
  return { app, resetCode: body.reset_code }
}
