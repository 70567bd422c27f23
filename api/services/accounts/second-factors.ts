import { authenticatorUrl, newAuthenticatorSecret, stepOfCode } from '#api/adapters/authenticator-app.ts'
import { isTextCode } from '#api/adapters/one-time-codes.ts'
import type { Factor, Proof, SecondFactor } from '#api/domain/second-factor.ts'
import type { FactorMethod } from '#schemas/events/user.ts'

type Digest = (purpose: string, text: string) => string

/** One method of two-factor authentication (D-09). */
type FactorWay = {
  /** The shared secret in base32; null if the method has none. */
  newSecret: () => string | null
  /** The URL that sets up the user's authenticator, or null. `label` names the account. */
  setUpUrl: (secret: string | null, label: string) => string | null
  /** Returns the proof for a code, or undefined if it is wrong. The decider refuses a code that was used before. */
  proofOf: (second: SecondFactor, factor: Factor, code: string, now: Date, digest: Digest) => Proof | undefined
  /** Whether a code must be sent before one can be typed. */
  sendsCode: boolean
}

export const factorWays: Record<FactorMethod, FactorWay> = {
  app: {
    newSecret: newAuthenticatorSecret,
    setUpUrl: (secret, label) => secret && authenticatorUrl(secret, label),
    proofOf: (_second, { secret }, code, now) => {
      const step = secret === null ? undefined : stepOfCode(secret, code, now)
      return step === undefined ? undefined : { by: 'app', step }
    },
    sendsCode: false,
  },
  text: {
    newSecret: () => null,
    setUpUrl: () => null,
    proofOf: ({ textCode }, _factor, code, _now, digest) =>
      textCode && isTextCode(digest, textCode.codeId, code) ? { by: 'text', codeId: textCode.codeId } : undefined,
    sendsCode: true,
  },
}
