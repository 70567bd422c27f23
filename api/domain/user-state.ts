import { contactDetails } from '#schemas/details/contact.ts'
import type { UserEvent } from '#schemas/events/user.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import { addressChanges } from '#schemas/limits/ceiling-numbers.ts'
import { evolveSecondFactor, noSecondFactor, type SecondFactor } from './second-factor.ts'

/**
 * `passwordVersion` counts passwords and addresses: neither a check against one password nor a link that was mailed to
 * one address counts for the next. `sessionEpoch` counts how often all sessions were ended.
 */
export type RegisteredUser = {
  status: 'registered'
  userId: UserId
  name: string | null
  email: string | null
  /** Whether the user has followed a link that was sent to this address. */
  emailVerified: boolean
  /** The address that the user wants, until a link to it was followed or the password was changed. */
  pendingEmail: string | null
  /** When the user asked for another address; no more than count for a day. */
  addressesAskedAt: readonly string[]
  passwordHash: string | null
  passwordVersion: number
  sessionEpoch: number
  /** The team that the user worked in last; it may be gone. */
  teamId: TeamId | null
  /** Whether the user wants the newest checkpoint of the log by mail once a day. */
  checkpointMail: boolean
  second: SecondFactor
  /**
   * The operators who impersonate the user, or whose hour is over without a record of its end (D-64), each with the team
   * that the user worked in.
   */
  impersonatedBy: ReadonlyMap<UserId, TeamId | null>
}

export type User = { status: 'none' } | RegisteredUser | { status: 'erased'; userId: UserId; finished: boolean }

type Registration = Extract<UserEvent, { type: 'UserRegistered' }>['data']

export const initialState: User = { status: 'none' }

const registered = ({ userId, name, email, passwordHash }: Registration): RegisteredUser => ({
  status: 'registered',
  userId,
  name,
  email,
  emailVerified: false,
  pendingEmail: null,
  addressesAskedAt: [],
  passwordHash,
  passwordVersion: 1,
  sessionEpoch: 0,
  teamId: null,
  checkpointMail: false,
  second: noSecondFactor,
  impersonatedBy: new Map(),
})

export const evolve = (user: User, event: UserEvent): User => {
  if (event.type === 'UserRegistered') return registered(event.data)
  if (event.type === 'ErasureFinished') return user.status === 'erased' ? { ...user, finished: true } : user
  if (user.status !== 'registered') return user
  switch (event.type) {
    case 'ContactUpdated': {
      const renamed = { ...user, ...contactDetails.of(event.data) }
      if (event.data.email === user.email) return renamed
      return { ...renamed, emailVerified: false, pendingEmail: null, passwordVersion: user.passwordVersion + 1 }
    }
    case 'EmailChangeRequested': {
      const { email, requestedAt } = event.data
      const addressesAskedAt = [...user.addressesAskedAt, requestedAt].slice(-addressChanges.aDay)
      return { ...user, pendingEmail: email, addressesAskedAt }
    }
    case 'EmailChangeDropped':
      return { ...user, pendingEmail: null }
    case 'EmailVerified':
      return { ...user, emailVerified: true }
    case 'PasswordChanged':
      return {
        ...user,
        passwordHash: event.data.passwordHash,
        passwordVersion: user.passwordVersion + 1,
        // Whoever asked for it may have known the former password.
        pendingEmail: null,
      }
    case 'PasswordRehashed':
      return { ...user, passwordHash: event.data.passwordHash }
    case 'TeamChosen':
      return { ...user, teamId: event.data.teamId }
    case 'CheckpointMailChosen':
      return { ...user, checkpointMail: event.data.daily }
    case 'SessionsEnded':
      return { ...user, sessionEpoch: event.data.epoch }
    case 'UserSignedIn':
    case 'IdentityConfirmed':
    case 'TwoFactorStarted':
    case 'TwoFactorTurnedOn':
    case 'TwoFactorTurnedOff':
    case 'TextCodeRequested':
    case 'ResetCodeReplaced':
      return { ...user, second: evolveSecondFactor(user.second, event) }
    case 'EmailProofRequested':
      return user
    case 'ImpersonationStarted':
      return { ...user, impersonatedBy: new Map(user.impersonatedBy).set(event.data.operatorId, event.data.teamId) }
    case 'ImpersonationStopped':
      return {
        ...user,
        impersonatedBy: new Map([...user.impersonatedBy].filter(([id]) => id !== event.data.operatorId)),
      }
    case 'PersonErased':
      return { status: 'erased', userId: user.userId, finished: false }
    default:
      event satisfies never
      return user
  }
}
