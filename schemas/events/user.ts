import { z } from 'zod'
import { contactDetails } from '../details/contact.ts'
import { type EventOf, personalText } from '../event.ts'
import { PasswordResetId, TeamId, UserId } from '../ids.ts'

/** Methods of the second factor: an authenticator app (RFC 6238) or a code in a text message (D-09). */
export const FactorMethod = z.enum(['app', 'text'])
export type FactorMethod = z.infer<typeof FactorMethod>

/** The last factor of a login; a password alone without two-factor. */
const SignInProof = z.enum(['password', 'app', 'text', 'reset-code'])

/** The 30-second step of an authenticator's code, so that none is accepted twice; null for every other proof. */
const step = z.int().nullable()

const impersonation = { userId: UserId, operatorId: UserId, teamId: TeamId.nullable().default(null) }

export const userEvents = {
  UserRegistered: z.object({
    userId: UserId,
    ...contactDetails.recorded,
    passwordHash: personalText,
  }),
  UserSignedIn: z.object({ userId: UserId, proof: SignInProof, step }),
  /** The user gave their password again, and a code where two-factor is on, before a change that asks for it (D-100). */
  IdentityConfirmed: z.object({ userId: UserId, proof: SignInProof.exclude(['reset-code']), step }),
  /** The user's current team from now on, in later sessions too (D-81). */
  TeamChosen: z.object({ userId: UserId, teamId: TeamId }),
  ContactUpdated: z.object({ userId: UserId, ...contactDetails.recorded }),
  /** The user wants another address. It takes the place of the present one once a link that is mailed to it is followed (D-115). */
  EmailChangeRequested: z.object({ userId: UserId, email: personalText, requestedAt: z.iso.datetime() }),
  /** The user keeps the present address. */
  EmailChangeDropped: z.object({ userId: UserId }),
  /**
   * A verification link is to be mailed to the address; it derives from the proof, the address and a key of the
   * installation.
   */
  EmailProofRequested: z.object({ userId: UserId }),
  /** The user has proven to read the mails of their present address (D-94). */
  EmailVerified: z.object({ userId: UserId }),
  PasswordChanged: z.object({ userId: UserId, passwordHash: personalText, by: z.enum(['settings', 'reset']) }),
  /** The same password, hashed at the cost of today. */
  PasswordRehashed: z.object({ userId: UserId, passwordHash: personalText }),
  /** The user wants the newest checkpoint of the log by mail once a day, or no longer; while they may read the history. */
  CheckpointMailChosen: z.object({ userId: UserId, daily: z.boolean() }),
  /** Ends every session of an earlier epoch. */
  SessionsEnded: z.object({ userId: UserId, epoch: z.int().min(1) }),
  /** A second factor that is not confirmed yet; `secret` is base32, the reset code a keyed digest (D-09). */
  TwoFactorStarted: z.object({
    userId: UserId,
    method: FactorMethod,
    countryCode: personalText,
    phone: personalText,
    secret: personalText,
    resetCodeHash: personalText,
  }),
  TwoFactorTurnedOn: z.object({ userId: UserId, step }),
  TwoFactorTurnedOff: z.object({ userId: UserId, by: z.enum(['settings', 'reset-code']) }),
  /** An operator issued a new reset code, a keyed digest; the former one is void (D-09). */
  ResetCodeReplaced: z.object({ userId: UserId, resetCodeHash: personalText }),
  /** The code derives from `codeId` and a key of the installation; it is not stored. */
  TextCodeRequested: z.object({
    userId: UserId,
    codeId: z.uuid(),
    phone: personalText,
    expiresAt: z.iso.datetime(),
  }),
  /**
   * An operator impersonates the user; every event meanwhile names both (D-64). The reason is null if none was given; the
   * team is the one that the user worked in, whose history tells of it.
   */
  ImpersonationStarted: z.object({ ...impersonation, reason: personalText }),
  /** The operator stopped, or the hour was over. */
  ImpersonationStopped: z.object(impersonation),
  /**
   * Orders the destruction of the person's key; read models blank their readable copies (D-90). `addressedIds` are the
   * other keys that seal data about the person: invitations and interest for their address or number.
   */
  PersonErased: z.object({ userId: UserId, addressedIds: z.array(z.uuid()) }),
  /** Keys, sessions, mails and content of the person are removed. */
  ErasureFinished: z.object({ userId: UserId }),
}

export type UserEvent = EventOf<typeof userEvents>

export const passwordResetEvents = {
  /**
   * A user requested a link to set a new password. `userId` is null when no user has the address: the same event is
   * recorded then, so that nobody learns who has an account. The link's secret derives from the id and a key of the
   * installation. It is valid only while password and address are those of `passwordVersion`.
   */
  PasswordResetRequested: z.object({
    resetId: PasswordResetId,
    userId: UserId.nullable(),
    passwordVersion: z.int().min(0),
    expiresAt: z.iso.datetime(),
  }),
}

export type PasswordResetEvent = EventOf<typeof passwordResetEvents>
