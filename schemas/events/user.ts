import { z } from 'zod'
import { type EventOf, personalText } from '../event.ts'
import { TeamId, UserId } from '../ids.ts'

/** How a second factor proves itself: by an authenticator app (RFC 6238) or by a code in a text message (D-09). */
export const FactorMethod = z.enum(['app', 'text'])
export type FactorMethod = z.infer<typeof FactorMethod>

/** What somebody signed in with last; a password alone where there is no second factor. */
const SignInProof = z.enum(['password', 'app', 'text', 'reset-code'])

/** The 30-second step of an authenticator's code, so that none counts twice; null for every other proof. */
const step = z.int().nullable()

export const userEvents = {
  UserRegistered: z.object({
    userId: UserId,
    name: personalText,
    email: personalText,
    passwordHash: personalText,
  }),
  UserSignedIn: z.object({ userId: UserId, proof: SignInProof, step }),
  /** The team that the user works in from now on, in later sessions too (D-81). */
  TeamChosen: z.object({ userId: UserId, teamId: TeamId }),
  ContactUpdated: z.object({ userId: UserId, name: personalText, email: personalText }),
  /** A link that proves the address is to be mailed to it; the link follows from both and a key of the installation. */
  EmailProofRequested: z.object({ userId: UserId }),
  /** The user reads the mails of the address that is theirs at this moment (D-94). */
  EmailVerified: z.object({ userId: UserId }),
  PasswordChanged: z.object({ userId: UserId, passwordHash: personalText, by: z.enum(['settings', 'reset']) }),
  /** Every session that began in an earlier epoch is over. */
  SessionsEnded: z.object({ userId: UserId, epoch: z.int().min(1) }),
  /** A second factor to be confirmed; `secret` is base32, the reset code a keyed digest (D-09). */
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
  /** An operator gave out a new reset code, a keyed digest; the one before is void (D-09). */
  ResetCodeReplaced: z.object({ userId: UserId, resetCodeHash: personalText }),
  /** The code follows from `codeId` and a key of the installation: it is stored nowhere. */
  TextCodeRequested: z.object({
    userId: UserId,
    codeId: z.uuid(),
    phone: personalText,
    expiresAt: z.iso.datetime(),
  }),
  /** An operator works in the user's name; every event meanwhile names both (D-64). */
  ImpersonationStarted: z.object({ userId: UserId, operatorId: UserId }),
  ImpersonationStopped: z.object({ userId: UserId, operatorId: UserId }),
  /**
   * The person's key is to be destroyed; whoever keeps a readable copy blanks it (D-90). `addressedIds` are the other
   * keys that seal something about the person: invitations and interest that their address or number was given for.
   */
  PersonErased: z.object({ userId: UserId, addressedIds: z.array(z.uuid()) }),
  /** Keys, sessions, mails and content of the person are gone. */
  ErasureFinished: z.object({ userId: UserId }),
}

export type UserEvent = EventOf<typeof userEvents>
