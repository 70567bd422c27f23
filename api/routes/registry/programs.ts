import type { ConsentRequests } from '#api/adapters/consent-requests.ts'
import type { LastUses } from '#api/adapters/last-uses.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import type { ShowPage } from '#api/http/pages.ts'
import type { Route } from '#api/http/route.ts'
import type { CatchUp } from '#api/imports/catching-up.ts'
import { apiTokenRoutes } from '#api/routes/api-tokens.ts'
import { authorizedAppRoutes } from '#api/routes/authorized-apps.ts'
import { authorizationRoutes } from '#api/routes/oauth-authorization.ts'
import { oauthClientRoutes } from '#api/routes/oauth-clients.ts'
import { oauthMetadataRoutes } from '#api/routes/oauth-metadata.ts'
import { tokenRoutes } from '#api/routes/oauth-tokens.ts'
import { personalTokenRoutes } from '#api/routes/personal-tokens.ts'
import type { Secrets } from '#api/services/accounts/register-account.ts'
import type { ReadModels } from '#api/services/read-models.ts'

export type ProgramsSetup = {
  ledger: Ledger
  readModels: ReadModels
  digest: Secrets['digest']
  caughtUp: CatchUp['caughtUp']
  lastUses: Pick<LastUses, 'of'>
  consentRequests: ConsentRequests
  /** Answers with the page of the web app. */
  showPage: ShowPage
  /** APP_URL, as which this server gives tokens. */
  issuer: string
}

/** Routes of programs that act for people: tokens, and apps of others. */
export const programsArea = ({
  ledger,
  readModels,
  digest,
  caughtUp,
  lastUses,
  consentRequests,
  showPage,
  issuer,
}: ProgramsSetup): Route[] => [
  ...apiTokenRoutes(ledger, digest, readModels.apiTokens, lastUses),
  ...oauthClientRoutes(ledger, digest, readModels.oauthClients, lastUses),
  ...personalTokenRoutes(ledger, digest, readModels, lastUses),
  ...authorizedAppRoutes(ledger, readModels, lastUses),
  ...authorizationRoutes({ requests: consentRequests, digest, readModels, showPage, issuer }),
  ...tokenRoutes({ digest, readModels, caughtUp }),
  ...oauthMetadataRoutes(issuer),
]
