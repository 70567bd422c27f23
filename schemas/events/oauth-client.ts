import { z } from 'zod'
import { OAuthScope } from '#schemas/rights/oauth-scopes.ts'
import { type EventOf, personalText } from '../event.ts'
import { OAuthClientId, OAuthGrantId, TeamId, UserId } from '../ids.ts'

export const oauthClientEvents = {
  /**
   * The name and the secret are sealed with the key of the client's owner: the secret is shown in their table (D-67),
   * and erasing the owner ends the client. A public client has no secret.
   */
  OAuthClientCreated: z.object({
    clientId: OAuthClientId,
    userId: UserId,
    name: personalText,
    redirects: z.array(z.string()),
    confidential: z.boolean(),
    secret: personalText,
  }),
  OAuthClientChanged: z.object({
    clientId: OAuthClientId,
    userId: UserId,
    name: personalText,
    redirects: z.array(z.string()),
  }),
  OAuthClientDeleted: z.object({ clientId: OAuthClientId, userId: UserId }),
}

export type OAuthClientEvent = EventOf<typeof oauthClientEvents>

const grantId = OAuthGrantId
const scopes = z.array(OAuthScope)
/** The SHA-256 of a code or a token in base64url; the text itself is recorded nowhere. */
const digest = z.string()
const instant = z.iso.datetime()

/** The reason why a consent ended. */
export const GrantEnd = z.enum([
  'user',
  'client',
  'code-replayed',
  'token-reused',
  'client-deleted',
  'left-team',
  'team-deleted',
  'person-erased',
])
export type GrantEnd = z.infer<typeof GrantEnd>

/** A user's consent that an app acts for them in one team, with the codes and tokens that follow from it (D-108). */
export const oauthGrantEvents = {
  /** `endsAt`: when the consent is over, however often its tokens are refreshed. */
  OAuthAccessGranted: z.object({
    grantId,
    clientId: OAuthClientId,
    userId: UserId,
    teamId: TeamId,
    scopes,
    endsAt: instant,
  }),
  OAuthCodeIssued: z.object({
    grantId,
    codeDigest: digest,
    redirect: z.string(),
    /** The S256 challenge of RFC 7636. */
    challenge: z.string(),
    scopes,
    expiresAt: instant,
  }),
  /**
   * `spentDigest` is that of the code or the refresh token that was exchanged, which nobody may use again. `scopes` are
   * those of the access token, and of the refresh token as well where `refreshScopes` are not there: earlier versions
   * narrowed both (D-125).
   */
  OAuthTokensIssued: z.object({
    grantId,
    generation: z.int().min(1),
    spentDigest: digest,
    accessDigest: digest,
    refreshDigest: digest,
    scopes,
    refreshScopes: scopes.optional(),
    accessExpiresAt: instant,
    refreshExpiresAt: instant,
  }),
  OAuthAccessTokenRevoked: z.object({ grantId, accessDigest: digest }),
  OAuthGrantRevoked: z.object({ grantId, clientId: OAuthClientId, userId: UserId, teamId: TeamId, by: GrantEnd }),
}

export type OAuthGrantEvent = EventOf<typeof oauthGrantEvents>
