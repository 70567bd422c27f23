import type { FactorMethod, UserEvent } from '#schemas/events/user.ts'
import { evolveBy } from './decider.ts'
import { RuleBroken } from './rule.ts'

/** `secret` (base32) and `phone` are null once the person is erased; `lastStep` is the step of the newest code used. */
export type Factor = {
  method: FactorMethod
  phone: string | null
  secret: string | null
  resetCodeHash: string | null
  lastStep: number
}

/**
 * `pending` was started and not confirmed yet. `textCode` is the code that was sent last; `unused` holds the expiries
 * of all codes that were sent since a code was last used.
 */
export type SecondFactor = {
  active: Factor | null
  pending: Factor | null
  textCode: { codeId: string; expiresAt: string } | null
  unused: readonly string[]
}

/**
 * Unused codes that may be valid at once: text messages cost money, and anybody with the password can request codes.
 */
const maxUnused = 5

/**
 * The factor that the caller has verified: the authenticator code of a 30-second step, the text code, or the reset
 * code.
 */
export type Proof = { by: 'app'; step: number } | { by: 'text'; codeId: string } | { by: 'reset-code'; hash: string }

export type SecondFactorEvent = Extract<
  UserEvent,
  {
    type:
      | 'UserSignedIn'
      | 'IdentityConfirmed'
      | 'TwoFactorStarted'
      | 'TwoFactorTurnedOn'
      | 'TwoFactorTurnedOff'
      | 'TextCodeRequested'
      | 'ResetCodeReplaced'
  }
>

export const noSecondFactor: SecondFactor = { active: null, pending: null, textCode: null, unused: [] }

export const evolveSecondFactor = evolveBy<SecondFactor, SecondFactorEvent>({
  TwoFactorStarted: (factor, { method, phone, secret, resetCodeHash }) => ({
    ...factor,
    pending: { method, phone, secret, resetCodeHash, lastStep: -1 },
    textCode: null,
  }),
  TwoFactorTurnedOn: (factor, data) => ({
    ...noSecondFactor,
    active: factor.pending && used(factor.pending, data.step),
  }),
  TwoFactorTurnedOff: () => noSecondFactor,
  ResetCodeReplaced: (factor, data) => ({
    ...factor,
    active: factor.active && { ...factor.active, resetCodeHash: data.resetCodeHash },
  }),
  TextCodeRequested: (factor, { codeId, expiresAt }) => ({
    ...factor,
    textCode: { codeId, expiresAt },
    unused: [...factor.unused, expiresAt],
  }),
  UserSignedIn: (factor, data) => ({
    ...factor,
    active: factor.active && used(factor.active, data.step),
    textCode: null,
    unused: [],
  }),
  IdentityConfirmed: (factor, data) => ({
    ...factor,
    active: factor.active && used(factor.active, data.step),
    textCode: null,
    unused: [],
  }),
})

const used = (factor: Factor, step: number | null): Factor => ({ ...factor, lastStep: step ?? factor.lastStep })

/** Whether the proof is valid for this factor at this moment; a code is valid once. */
const opens = ({ textCode }: SecondFactor, factor: Factor, proof: Proof, at: string): boolean => {
  switch (proof.by) {
    case 'app':
      return factor.method === 'app' && proof.step > factor.lastStep
    case 'text':
      return factor.method === 'text' && textCode?.codeId === proof.codeId && at < textCode.expiresAt
    case 'reset-code':
      return factor.resetCodeHash !== null && proof.hash === factor.resetCodeHash
    default:
      proof satisfies never
      return false
  }
}

/** The active factor. Throws 'two-factor-off' if there is none. */
export const requireActive = ({ active }: SecondFactor): Factor => {
  if (!active) throw new RuleBroken('two-factor-off')
  return active
}

/** Throws 'two-factor-off' if there is no such factor, 'code-wrong' if the proof is not valid for it. */
export const requireProof = (second: SecondFactor, which: 'active' | 'pending', proof: Proof, at: string): void => {
  const factor = second[which]
  if (!factor) throw new RuleBroken('two-factor-off')
  if (!opens(second, factor, proof, at)) throw new RuleBroken('code-wrong')
}

/** The factor that may get a text message. Throws 'two-factor-off' if there is none, 'too-many-codes'. */
export const requireTextFactor = (second: SecondFactor, which: 'active' | 'pending', at: string): Factor => {
  const factor = second[which]
  if (factor?.method !== 'text') throw new RuleBroken('two-factor-off')
  if (second.unused.filter((expiresAt) => at < expiresAt).length >= maxUnused) throw new RuleBroken('too-many-codes')
  return factor
}

export const stepOf = (proof: Proof): number | null => (proof.by === 'app' ? proof.step : null)
