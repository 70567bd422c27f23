import type { UserEvent } from '#schemas/events/user.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import { type Decider, decideBy } from './decider.ts'
import { RuleBroken } from './rule.ts'
import { type Proof, requireActive, requireProof, requireTextFactor, stepOf } from './second-factor.ts'
import { type ContactCommand, decideContact, proofRequested } from './user-contact.ts'
import { evolve, initialState, type RegisteredUser, type User } from './user-state.ts'

type DataOf<Type extends UserEvent['type']> = Extract<UserEvent, { type: Type }>['data']

/** Of the address of a new user: its verification is asked for, or was given with the code of an invitation. */
export type EmailProof = 'asked' | 'provided'

export type UserCommand =
  /** `proof` is whether the address is verified already, or its verification is to be asked for (D-94, D-99). */
  | { type: 'RegisterUser'; userId: UserId; name: string; email: string; passwordHash: string; proof?: EmailProof }
  | ContactCommand
  /** `passwordVersion` is that of the password that was checked, or that the link was created for. */
  | { type: 'ChangePassword'; passwordHash: string; passwordVersion: number; by: 'settings' | 'reset' }
  /** `passwordVersion` is that of the password that was hashed. */
  | { type: 'RehashPassword'; passwordHash: string; passwordVersion: number }
  | { type: 'SignIn'; proof: { by: 'password'; passwordVersion: number } | Proof; at: string }
  /** `proof` is of the second factor, if there is one; `passwordVersion` as above. */
  | { type: 'ConfirmIdentity'; passwordVersion: number; proof: Proof | null; at: string }
  | { type: 'ChooseTeam'; teamId: TeamId }
  | { type: 'ChooseCheckpointMail'; daily: boolean }
  | { type: 'EndSessions' }
  | { type: 'StartTwoFactor'; factor: Omit<DataOf<'TwoFactorStarted'>, 'userId'> }
  | { type: 'ConfirmTwoFactor'; proof: Proof; at: string }
  | { type: 'TurnTwoFactorOff' }
  /** An operator issues a new reset code, given as its keyed digest (D-09). */
  | { type: 'ReplaceResetCode'; resetCodeHash: string }
  | { type: 'RequestTextCode'; codeId: string; at: string; expiresAt: string; of: 'active' | 'pending' }
  /** `passwordVersion` is that of the password that was checked. */
  | { type: 'EraseAccount'; passwordVersion: number; addressedIds: readonly string[] }
  | { type: 'FinishErasure' }
  /** An operator starts or stops acting as the user (D-64). */
  | { type: 'StartImpersonation'; operatorId: UserId; teamId: TeamId | null; reason: string | null }
  | { type: 'StopImpersonation'; operatorId: UserId }

type CommandOf<Type extends UserCommand['type']> = Extract<UserCommand, { type: Type }>

const register = (user: User, command: CommandOf<'RegisterUser'>): UserEvent[] => {
  if (user.status !== 'none') throw new RuleBroken('id-taken')
  const { userId, name, email, passwordHash, proof } = command
  const registration: UserEvent = { type: 'UserRegistered', data: { userId, name, email, passwordHash } }
  if (proof === 'provided') return [registration, { type: 'EmailVerified', data: { userId } }]
  return proof === 'asked' ? [registration, proofRequested(userId)] : [registration]
}

const chooseTeam = (user: RegisteredUser, teamId: TeamId): UserEvent[] =>
  user.teamId === teamId ? [] : [{ type: 'TeamChosen', data: { userId: user.userId, teamId } }]

const endSessions = ({ userId, sessionEpoch }: RegisteredUser): UserEvent[] => [
  { type: 'SessionsEnded', data: { userId, epoch: sessionEpoch + 1 } },
]

const replaceResetCode = ({ userId, second }: RegisteredUser, resetCodeHash: string): UserEvent[] => {
  requireActive(second)
  return [{ type: 'ResetCodeReplaced', data: { userId, resetCodeHash } }]
}

const finishErasure = (user: User): UserEvent[] => {
  if (user.status !== 'erased') throw new RuleBroken('user-not-found')
  return user.finished ? [] : [{ type: 'ErasureFinished', data: { userId: user.userId } }]
}

const decideRegistered = decideBy<
  RegisteredUser,
  Exclude<UserCommand, { type: 'RegisterUser' | 'FinishErasure' }>,
  UserEvent
>({
  UpdateContact: decideContact,
  RequestEmailChange: decideContact,
  RequestEmailProof: decideContact,
  VerifyEmail: decideContact,
  /** Changes the password and ends all sessions, so nobody who knew the old password stays signed in. */
  ChangePassword: (user, command) => {
    const { passwordHash, by } = command
    if (command.passwordVersion !== user.passwordVersion) {
      throw new RuleBroken(by === 'reset' ? 'reset-link-used' : 'password-wrong')
    }
    return [{ type: 'PasswordChanged', data: { userId: user.userId, passwordHash, by } }, ...endSessions(user)]
  },
  /** Nothing but the hash changes: no session ends, and no mailed link is void. One for a former password is left out. */
  RehashPassword: (user, command) => {
    const { passwordHash, passwordVersion } = command
    if (passwordVersion !== user.passwordVersion) return []
    return [{ type: 'PasswordRehashed', data: { userId: user.userId, passwordHash } }]
  },
  SignIn: (user, { proof, at }) => {
    const { userId, second } = user
    if (proof.by === 'password') {
      if (second.active || proof.passwordVersion !== user.passwordVersion) throw new RuleBroken('sign-in-refused')
      return [{ type: 'UserSignedIn', data: { userId, proof: proof.by, step: null } }]
    }
    requireProof(second, 'active', proof, at)
    const signedIn: UserEvent = { type: 'UserSignedIn', data: { userId, proof: proof.by, step: stepOf(proof) } }
    // The reset code signs in once and turns two-factor off (D-09).
    return proof.by === 'reset-code'
      ? [signedIn, { type: 'TwoFactorTurnedOff', data: { userId, by: 'reset-code' } }]
      : [signedIn]
  },
  ConfirmIdentity: (user, command) => {
    const { passwordVersion, proof, at } = command
    const { userId, second } = user
    if (passwordVersion !== user.passwordVersion) throw new RuleBroken('password-wrong')
    if (!second.active) return [{ type: 'IdentityConfirmed', data: { userId, proof: 'password', step: null } }]
    if (proof === null || proof.by === 'reset-code') throw new RuleBroken('code-wrong')
    requireProof(second, 'active', proof, at)
    return [{ type: 'IdentityConfirmed', data: { userId, proof: proof.by, step: stepOf(proof) } }]
  },
  ChooseTeam: (user, command) => chooseTeam(user, command.teamId),
  ChooseCheckpointMail: ({ userId, checkpointMail }, { daily }) =>
    daily === checkpointMail ? [] : [{ type: 'CheckpointMailChosen', data: { userId, daily } }],
  EndSessions: endSessions,
  StartTwoFactor: (user, command) => [{ type: 'TwoFactorStarted', data: { userId: user.userId, ...command.factor } }],
  ConfirmTwoFactor: (user, { proof, at }) => {
    requireProof(user.second, 'pending', proof, at)
    return [{ type: 'TwoFactorTurnedOn', data: { userId: user.userId, step: stepOf(proof) } }]
  },
  TurnTwoFactorOff: ({ userId, second }) =>
    second.active || second.pending ? [{ type: 'TwoFactorTurnedOff', data: { userId, by: 'settings' } }] : [],
  ReplaceResetCode: (user, command) => replaceResetCode(user, command.resetCodeHash),
  RequestTextCode: (user, command) => {
    const { codeId, expiresAt, of, at } = command
    const { phone } = requireTextFactor(user.second, of, at)
    return [{ type: 'TextCodeRequested', data: { userId: user.userId, codeId, phone, expiresAt } }]
  },
  EraseAccount: (user, command) => {
    if (command.passwordVersion !== user.passwordVersion) throw new RuleBroken('password-wrong')
    return [{ type: 'PersonErased', data: { userId: user.userId, addressedIds: [...command.addressedIds] } }]
  },
  StartImpersonation: ({ userId }, { type: _, ...begun }) => [
    { type: 'ImpersonationStarted', data: { userId, ...begun } },
  ],
  StopImpersonation: ({ userId, impersonatedBy }, { operatorId }) => {
    const teamId = impersonatedBy.get(operatorId)
    return teamId === undefined ? [] : [{ type: 'ImpersonationStopped', data: { userId, operatorId, teamId } }]
  },
})

const decide = (user: User, command: UserCommand): UserEvent[] => {
  if (command.type === 'RegisterUser') return register(user, command)
  if (command.type === 'FinishErasure') return finishErasure(user)
  if (user.status !== 'registered') throw new RuleBroken('user-not-found')
  return decideRegistered(user, command)
}

/** A person with an account: contact, password, second factor, and the epoch that ends all sessions. */
export const userDecider: Decider<User, UserCommand, UserEvent> = { initialState, evolve, decide }
