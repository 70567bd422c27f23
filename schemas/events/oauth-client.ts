import { z } from 'zod'
import { type EventOf, personalText } from '../event.ts'
import { OAuthClientId, UserId } from '../ids.ts'

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
