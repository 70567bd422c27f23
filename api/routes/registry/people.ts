import type { ContentStore } from '#api/adapters/content-store.ts'
import type { LastUses } from '#api/adapters/last-uses.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { type Route, reading } from '#api/http/route.ts'
import type { SecurityLog } from '#api/http/security-log.ts'
import type { CatchUp } from '#api/imports/catching-up.ts'
import { accountRoutes } from '#api/routes/account.ts'
import { confirmIdentityRoutes } from '#api/routes/confirm-identity.ts'
import { emailProofRoutes } from '#api/routes/email-proofs.ts'
import { impersonationRoutes } from '#api/routes/impersonation.ts'
import { passwordRoutes } from '#api/routes/passwords.ts'
import { personalDataRoutes } from '#api/routes/personal-data.ts'
import { pictureRoutes } from '#api/routes/pictures.ts'
import type { RegistrationSetup } from '#api/routes/registration.ts'
import { registrationRoutes } from '#api/routes/registration.ts'
import type { Sessions } from '#api/routes/sessions.ts'
import { sessionRoutes } from '#api/routes/sessions.ts'
import type { Credentials, Rehashing } from '#api/routes/sign-in.ts'
import { signInRoutes } from '#api/routes/sign-in.ts'
import { twoFactorRoutes } from '#api/routes/two-factor.ts'
import type { Secrets } from '#api/services/accounts/register-account.ts'
import type { PlanLimits } from '#api/services/billing/plan-limits.ts'
import type { ReadModels } from '#api/services/read-models.ts'

export type PeopleSetup = {
  ledger: Ledger
  content: ContentStore
  readModels: ReadModels
  secrets: Secrets & Credentials & Rehashing
  sessions: Sessions
  /** Operators' addresses in lower case (D-02); whether users must verify theirs, and mails reach them (D-94, D-99). */
  addresses: { operatorEmails: readonly string[]; requireVerifiedEmail: boolean; mailGoesOut: boolean }
  /** Forgets the failed sign-ins of an address, whose owner has proven to be one (D-102). */
  forgive: (email: string) => Promise<void>
  caughtUp: CatchUp['caughtUp']
  checkout: Pick<RegistrationSetup, 'taxOf' | 'payments' | 'plans' | 'currency' | 'cardUpFront' | 'patience'>
  planLimits: PlanLimits
  lastUses: Pick<LastUses, 'of'>
  security: SecurityLog
}

/** Routes of people: their accounts, how they sign in, and their own data. */
export const peopleArea = ({
  ledger,
  content,
  readModels,
  secrets,
  sessions,
  addresses,
  forgive,
  caughtUp,
  checkout,
  planLimits,
  lastUses,
  security,
}: PeopleSetup): Route[] => [
  ...registrationRoutes(
    {
      ...checkout,
      ledger,
      content,
      secrets,
      limits: planLimits,
      operatorEmails: addresses.operatorEmails,
      requireVerifiedEmail: addresses.requireVerifiedEmail,
    },
    readModels,
  ),
  ...signInRoutes(ledger, secrets),
  ...confirmIdentityRoutes(ledger, secrets, security),
  ...sessionRoutes(ledger, sessions, readModels),
  ...impersonationRoutes(ledger, addresses.operatorEmails),
  ...passwordRoutes(ledger, secrets, readModels, forgive),
  ...emailProofRoutes(ledger, secrets.digest),
  ...twoFactorRoutes(ledger, secrets),
  ...accountRoutes({ ledger, content, digest: secrets.digest, ...addresses }, readModels),
  ...reading(
    ['history'],
    personalDataRoutes({ ledger, verifyPassword: secrets.verifyPassword, sessions, lastUses, caughtUp }, readModels),
  ),
  ...pictureRoutes(content, readModels),
]
