import { createRoute, redirect } from '@tanstack/react-router'
import type { FactorMethod } from '#schemas/events/user.ts'
import { listPlans } from '#schemas/resources/plans.ts'
import { hashOfInvitation, type InvitationLinks } from '#web/features/registration/invitation-links.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { BrokenStart } from '#web/routes/broken-page.tsx'
import { leadSignedIn, loadUnverified } from '#web/routes/loading.ts'
import { guestPage, page, root } from '#web/routes/root.ts'

type SignInSearch = { back?: string }
type SecondStepSearch = SignInSearch & { by?: FactorMethod }

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  loader: ({ context }) => leadSignedIn(context.queries),
  errorComponent: BrokenStart,
  component: page(() => import('#web/routes/welcome-page.tsx')),
})

const backIn = ({ back }: Record<string, unknown>): SignInSearch => (typeof back === 'string' ? { back } : {})

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** The query parameters of links to the registration page. */
const invitationIn = (search: Record<string, unknown>): InvitationLinks & { coupon?: string | undefined } => ({
  coupon: text(search.coupon),
  invitation: text(search.invitation),
  'team-invitation': text(search['team-invitation']),
})

const terms = guestPage('/terms', () => import('#web/routes/terms-page.tsx'))

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: backIn,
  component: page(() => import('#web/routes/login-page.tsx')),
})

const secondStep = createRoute({
  getParentRoute: () => root,
  path: '/login/token',
  validateSearch: (search: Record<string, unknown>): SecondStepSearch => ({
    ...backIn(search),
    ...(search.by === 'text' ? { by: 'text' } : {}),
  }),
  component: page(() => import('#web/routes/two-factor-page.tsx')),
})

const forgotten = guestPage('/password/forgotten', () => import('#web/routes/forgotten-page.tsx'))
const newPassword = guestPage('/password/reset', () => import('#web/routes/new-password-page.tsx'))

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  validateSearch: invitationIn,
  beforeLoad: ({ search: { coupon, ...links } }) => {
    const hash = hashOfInvitation(links)
    if (hash !== '') throw redirect({ to: '/register', search: { coupon }, hash, replace: true })
  },
  // Beside the page's code, so that the plans push nothing away.
  loader: ({ context: { queries } }) => queries.prefetchQuery({ ...oneQuery(listPlans), retry: false }),
  component: page(() => import('#web/routes/register-page.tsx')),
})

const authorize = guestPage('/oauth/authorize', () => import('#web/routes/authorize-page.tsx'))

const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: '/verify-email',
  loader: ({ context, location }) => (location.hash ? undefined : loadUnverified(context.queries)),
  component: page(() => import('#web/routes/verify-email-page.tsx')),
})

/** The pages that need no account. */
export const guestRoutes = [
  authorize,
  home,
  login,
  secondStep,
  forgotten,
  newPassword,
  register,
  verifyEmail,
  terms,
] as const
