import { type Route, reading } from '#api/http/route.ts'
import { accountRoutes } from '#api/routes/account.ts'
import { confirmIdentityRoutes } from '#api/routes/confirm-identity.ts'
import { emailProofRoutes } from '#api/routes/email-proofs.ts'
import { impersonationRoutes } from '#api/routes/impersonation.ts'
import { passwordRoutes } from '#api/routes/passwords.ts'
import { personalDataRoutes } from '#api/routes/personal-data.ts'
import { pictureRoutes } from '#api/routes/pictures.ts'
import { registrationRoutes } from '#api/routes/registration.ts'
import { sessionRoutes } from '#api/routes/sessions.ts'
import { signInRoutes } from '#api/routes/sign-in.ts'
import { twoFactorRoutes } from '#api/routes/two-factor.ts'
import type { RouteSetup } from './setup.ts'

/** Routes of people: their accounts, how they sign in, and their own data. */
export const peopleArea = ({
  ledger,
  content,
  readModels,
  secrets,
  sessions,
  operatorEmails,
  requireVerifiedEmail,
  mailGoesOut,
  forgive,
  catchUp,
  plans,
  payment,
  payments,
  cardUpFront,
  patience,
  planLimits,
  taxOf,
  lastUses,
  security,
}: RouteSetup): Route[] => [
  ...registrationRoutes(
    {
      ledger,
      taxOf,
      payments,
      content,
      secrets,
      plans,
      currency: payment.currency,
      cardUpFront,
      patience,
      limits: planLimits,
      operatorEmails,
      requireVerifiedEmail,
    },
    readModels,
  ),
  ...signInRoutes(ledger, secrets),
  ...confirmIdentityRoutes(ledger, secrets, security),
  ...sessionRoutes(ledger, sessions, readModels),
  ...impersonationRoutes(ledger, operatorEmails),
  ...passwordRoutes(ledger, secrets, readModels, forgive),
  ...emailProofRoutes(ledger, secrets.digest),
  ...twoFactorRoutes(ledger, secrets),
  ...accountRoutes(
    { ledger, content, digest: secrets.digest, operatorEmails, requireVerifiedEmail, mailGoesOut },
    readModels,
  ),
  ...reading(
    ['history'],
    personalDataRoutes(
      { ledger, verifyPassword: secrets.verifyPassword, sessions, lastUses, caughtUp: catchUp.caughtUp },
      readModels,
    ),
  ),
  ...pictureRoutes(content, readModels),
]
