import { authenticatorUrl, newAuthenticatorSecret, stepOfCode } from '#api/adapters/authenticator-app.ts'
import { isTextCode } from '#api/adapters/one-time-codes.ts'
import type { Factor, Proof, SecondFactor } from '#api/domain/second-factor.ts'
import type { FactorMethod } from '#schemas/events/user.ts'

type Digest = (purpose: string, text: string) => string

/** One way to prove a second factor (D-09); the two below are all there are. */
type FactorWay = {
  /** What user and server share, base32; null where nothing is shared. */
  newSecret: () => string | null
  /** What sets up the user's side, or null. `label` tells whose account it is. */
  setUpUrl: (secret: string | null, label: string) => string | null
  /** What a typed code proves, or undefined for a wrong one; that it is not used twice is the decider's rule. */
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
