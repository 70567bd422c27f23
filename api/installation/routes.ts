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
import { ofContents, ofMessages, ofOperators, ofPast, ofRecords } from './record-routes.ts'
import { openRouteTools, type RoutesSetup, type RouteTools } from './route-tools.ts'

/** Routes of people: their accounts, how they sign in, and their own data. */
const ofPeople = (setup: RoutesSetup, { forgive, mailGoesOut, payment, secrets, taxOf }: RouteTools): Route[] => {
  const { env, readModels, pipeline, plans, patience } = setup
  const { ledger, content, payments, stores } = setup.ports
  const { operatorEmails, requireVerifiedEmail, cardUpFront } = env
  const { digest } = secrets
  const sessions = { store: stores.sessions, tokens: stores.sessionTokens }
  const checkout = { taxOf, payments, plans: env.plans, currency: payment.currency, cardUpFront, patience }
  const registering = {
    ...checkout,
    ledger,
    content,
    secrets,
    limits: plans.limits,
    operatorEmails,
    requireVerifiedEmail,
  }
  const { verifyPassword } = secrets
  const personal = { ledger, verifyPassword, sessions, lastUses: stores.lastUses, caughtUp: setup.catchUp.caughtUp }
  return [
    ...registrationRoutes(registering, readModels.directory),
    ...signInRoutes(ledger, secrets),
    ...confirmIdentityRoutes(ledger, secrets, pipeline.security),
    ...sessionRoutes(ledger, sessions, readModels),
    ...impersonationRoutes(ledger, operatorEmails, readModels.directory),
    ...passwordRoutes(ledger, secrets, readModels, forgive),
    ...emailProofRoutes(ledger, digest),
    ...twoFactorRoutes(ledger, secrets),
    ...accountRoutes({ ledger, content, digest, operatorEmails, requireVerifiedEmail, mailGoesOut }, readModels),
    ...reading(['history'], personalDataRoutes(personal, readModels)),
    ...pictureRoutes(content, readModels.directory),
  ]
}

/** Routes of programs that act for people. */
const ofPrograms = ({ env, ports, readModels, readPage, catchUp }: RoutesSetup): Route[] => {
  const { ledger, stores } = ports
  const { lastUses } = stores
  const { digest } = ports.keys
  const { appUrl: issuer } = env
  return [
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
    ...tokenRoutes({ digest, readModels, caughtUp: catchUp.caughtUp }),
    ...oauthMetadataRoutes(issuer),
  ]
}

const ofTeams = (
  { env, ports, plans: { limits }, readModels: { directory } }: RoutesSetup,
  tools: RouteTools,
): Route[] => {
  const { ledger, content, keys } = ports
  const { digest } = keys
  return [
    ...teamRoutes({ ledger, content, digest, limits }, directory),
    ...memberRoutes(directory, env.timezone),
    ...invitationRoutes({ ledger, digest, limits, timeZone: env.timezone }, directory),
    ...pendingInvitationRoutes(ledger, limits, tools.mailGoesOut, directory),
    ...teamInvitationRoutes(ledger, content, directory),
  ]
}

/** Routes of plans, subscriptions and invoices. */
const ofBilling = ({ env, ports, readModels, plans }: RoutesSetup, tools: RouteTools): Route[] => {
  const { payment, orders, quota, taxOf, readNews } = tools
  const { ledger, payments, stores } = ports
  const { currency } = payment
  const { directory } = readModels
  const showUser = userPresenter(readModels, env.requireVerifiedEmail)
  const showTeam: BillingSetup['showTeam'] = (teamId, viewer, action) =>
    presentTeam(directory, orNotFound(directory.teams.team(teamId)), viewer, { action })
  const { changes } = plans
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
    ...kioskBillingRoutes(ledger, payment.provider, stores.newsAsked, readModels),
    ...taxRateRoutes(taxOf),
  ]
}

/** All routes of the API in this installation. */
export const openRoutes = async (setup: RoutesSetup): Promise<Route[]> => {
  const tools = await openRouteTools(setup)
  const { readModels, clock } = setup.past
  const then = new Map(
    [ofRecords, ofContents, ofPast]
      .flatMap((routesOf) => routesOf({ ...setup, readModels }, { ...tools, clock }))
      .map(({ endpoint, handler }) => [endpoint, handler]),
  )
  const ofSubjects = [ofPeople, ofPrograms, ofTeams, ofBilling, ofRecords, ofContents, ofPast, ofMessages, ofOperators]
  const routes = ofSubjects.flatMap((routesOf) => routesOf(setup, tools))
  const withPast = routes.map((each) => {
    const past = each.endpoint.past && then.get(each.endpoint)
    return past ? { ...each, handlerThen: past } : each
  })
  return [...statusRoutes(setup.standing.readiness), ...withPast]
}
