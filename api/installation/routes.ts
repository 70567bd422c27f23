import { showUnframed } from '#api/http/pages.ts'
import { type Route, reading } from '#api/http/route.ts'
import { presentTeam } from '#api/presenters/team.ts'
import { accountRoutes, userPresenter } from '#api/routes/account.ts'
import { apiTokenRoutes } from '#api/routes/api-tokens.ts'
import { type BillingSetup, billingRoutes } from '#api/routes/billing.ts'
import { confirmIdentityRoutes } from '#api/routes/confirm-identity.ts'
import { couponRoutes, kioskDiscountRoutes } from '#api/routes/coupons.ts'
import { emailProofRoutes } from '#api/routes/email-proofs.ts'
import { impersonationRoutes } from '#api/routes/impersonation.ts'
import { invitationRoutes } from '#api/routes/invitations.ts'
import { invoiceRoutes, kioskBillingRoutes } from '#api/routes/invoices.ts'
import { memberRoutes, pendingInvitationRoutes } from '#api/routes/members.ts'
import { authorizationRoutes } from '#api/routes/oauth-authorization.ts'
import { oauthClientRoutes } from '#api/routes/oauth-clients.ts'
import { oauthMetadataRoutes } from '#api/routes/oauth-metadata.ts'
import { tokenRoutes } from '#api/routes/oauth-tokens.ts'
import { passwordRoutes } from '#api/routes/passwords.ts'
import { personalDataRoutes } from '#api/routes/personal-data.ts'
import { authorizedAppRoutes, personalTokenRoutes } from '#api/routes/personal-tokens.ts'
import { pictureRoutes } from '#api/routes/pictures.ts'
import { paymentRoutes, planRoutes, taxRateRoutes } from '#api/routes/plans.ts'
import { registrationRoutes } from '#api/routes/registration.ts'
import { sessionRoutes } from '#api/routes/sessions.ts'
import { signInRoutes } from '#api/routes/sign-in.ts'
import { statusRoutes } from '#api/routes/status.ts'
import { subscriptionPreviewRoutes } from '#api/routes/subscription-previews.ts'
import { teamInvitationRoutes } from '#api/routes/team-invitations.ts'
import { teamRoutes } from '#api/routes/teams.ts'
import { twoFactorRoutes } from '#api/routes/two-factor.ts'
import { webhookRoutes } from '#api/routes/webhooks.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import { ofContents, ofMessages, ofOperators, ofRecords } from './record-routes.ts'
import { openRouteTools, type RoutesSetup, type RouteTools } from './route-tools.ts'

/** Routes of people: their accounts, how they sign in, and their own data. */
const ofPeople = (tools: RouteTools): Route[] => {
  const { ledger, content, readModels, secrets, digest, lastUses, security, operatorEmails, env, plans, payments } =
    tools
  const { requireVerifiedEmail, mailGoesOut, currency, patience } = tools
  const sessions = { store: tools.stores.sessions, tokens: tools.stores.sessionTokens }
  const { taxOf, caughtUp } = tools
  const checkout = { taxOf, payments, plans: env.plans, currency, cardUpFront: env.cardUpFront, patience }
  const registering = {
    ...checkout,
    ledger,
    content,
    secrets,
    limits: plans.limits,
    operatorEmails,
    requireVerifiedEmail,
  }
  const personal = { ledger, verifyPassword: secrets.verifyPassword, sessions, lastUses, caughtUp }
  return [
    ...registrationRoutes(registering, readModels.directory),
    ...signInRoutes(ledger, secrets),
    ...confirmIdentityRoutes(ledger, secrets, security),
    ...sessionRoutes(ledger, sessions, readModels),
    ...impersonationRoutes(ledger, operatorEmails),
    ...passwordRoutes(ledger, secrets, readModels, tools.forgive),
    ...emailProofRoutes(ledger, digest),
    ...twoFactorRoutes(ledger, secrets),
    ...accountRoutes({ ledger, content, digest, operatorEmails, requireVerifiedEmail, mailGoesOut }, readModels),
    ...reading(['history'], personalDataRoutes(personal, readModels)),
    ...pictureRoutes(content, readModels.directory),
  ]
}

/** Routes of programs that act for people. */
const ofPrograms = ({
  ledger,
  digest,
  readModels,
  lastUses,
  stores,
  readPage,
  issuer,
  caughtUp,
}: RouteTools): Route[] => [
  ...apiTokenRoutes(ledger, digest, readModels.programs.apiTokens, lastUses),
  ...oauthClientRoutes(ledger, digest, readModels.programs.oauthClients, lastUses),
  ...personalTokenRoutes(ledger, digest, readModels, lastUses),
  ...authorizedAppRoutes(ledger, readModels, lastUses),
  ...authorizationRoutes({
    requests: stores.requests.consents,
    digest,
    readModels,
    showPage: showUnframed(readPage),
    issuer,
  }),
  ...tokenRoutes({ digest, readModels, caughtUp }),
  ...oauthMetadataRoutes(issuer),
]

const ofTeams = ({
  ledger,
  content,
  digest,
  plans: { limits },
  mailGoesOut,
  readModels: { directory },
}: RouteTools): Route[] => [
  ...teamRoutes({ ledger, content, digest, limits }, directory),
  ...memberRoutes(directory),
  ...invitationRoutes({ ledger, digest, limits }, directory),
  ...pendingInvitationRoutes(ledger, limits, mailGoesOut, directory),
  ...teamInvitationRoutes(ledger, content, directory),
]

/** Routes of plans, subscriptions and invoices. */
const ofBilling = (tools: RouteTools): Route[] => {
  const { ledger, readModels, env, payment, payments, orders, quota, taxOf, currency, readNews } = tools
  const showUser = userPresenter(readModels, tools.requireVerifiedEmail)
  const showTeam: BillingSetup['showTeam'] = (teamId, viewer, action) =>
    presentTeam(directory, orNotFound(directory.teams.team(teamId)), viewer, { action })
  const { directory } = readModels
  const changes = tools.plans.changes
  const paying = { ledger, taxOf, payments, plans: env.plans, currency, quota }
  return [
    ...billingRoutes({ ...paying, orders, changes, showUser, showTeam }, directory),
    ...couponRoutes({ ledger, payments, orders, currency }, directory),
    ...kioskDiscountRoutes({ ledger, orders, currency }, directory),
    ...subscriptionPreviewRoutes(paying, directory),
    ...invoiceRoutes(ledger, readModels),
    ...planRoutes(env.plans),
    ...paymentRoutes(payment, payments),
    ...webhookRoutes({ ledger, provider: payment.provider, readNews }, directory),
    ...kioskBillingRoutes(ledger, payment.provider, tools.stores.newsAsked, readModels),
    ...taxRateRoutes(taxOf),
  ]
}

/** All routes of the API in this installation. */
export const openRoutes = async (setup: RoutesSetup): Promise<Route[]> => {
  const tools = await openRouteTools(setup)
  const ofSubjects = [ofPeople, ofPrograms, ofTeams, ofBilling, ofRecords, ofContents, ofMessages, ofOperators]
  return [...statusRoutes(setup.readiness), ...ofSubjects.flatMap((routesOf) => routesOf(tools))]
}
