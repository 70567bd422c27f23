import type { Route } from '#api/http/route.ts'
import { apiTokenRoutes } from '#api/routes/api-tokens.ts'
import { authorizedAppRoutes } from '#api/routes/authorized-apps.ts'
import { authorizationRoutes } from '#api/routes/oauth-authorization.ts'
import { oauthClientRoutes } from '#api/routes/oauth-clients.ts'
import { oauthMetadataRoutes } from '#api/routes/oauth-metadata.ts'
import { tokenRoutes } from '#api/routes/oauth-tokens.ts'
import { personalTokenRoutes } from '#api/routes/personal-tokens.ts'
import type { RouteSetup } from './setup.ts'

/** Routes of programs that act for people: tokens, and apps of others. */
export const programsArea = ({
  ledger,
  readModels,
  secrets,
  catchUp,
  lastUses,
  consentRequests,
  showPage,
  issuer,
}: RouteSetup): Route[] => [
  ...apiTokenRoutes(ledger, secrets.digest, readModels.apiTokens, lastUses),
  ...oauthClientRoutes(ledger, secrets.digest, readModels.oauthClients, lastUses),
  ...personalTokenRoutes(ledger, secrets.digest, readModels, lastUses),
  ...authorizedAppRoutes(ledger, readModels, lastUses),
  ...authorizationRoutes({ requests: consentRequests, digest: secrets.digest, readModels, showPage, issuer }),
  ...tokenRoutes({ digest: secrets.digest, readModels, caughtUp: catchUp.caughtUp }),
  ...oauthMetadataRoutes(issuer),
]
