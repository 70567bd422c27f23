import type { Browser, BrowserContext } from '@playwright/test'
import type { Team } from '#schemas/resources/teams.ts'
import type { GivenRole } from '#schemas/rights/abilities.ts'
import { authenticator } from '#tests/support/second-factors.ts'
import { mailedLink } from './mails.ts'
import { newPerson, type Person, post } from './people.ts'

/** The current team of the owner of a context. */
export const teamOf = async (owner: BrowserContext): Promise<Team> => (await owner.request.get('/teams/current')).json()

/** Invites a person to the owner's team and registers them through the API; their context is signed in. */
export const addMember = async (
  browser: Browser,
  owner: BrowserContext,
  limits: { role: GivenRole; client_id?: string; all_sites?: boolean; site_ids?: readonly string[] },
  overrides: Partial<Person> = {},
): Promise<{ context: BrowserContext; person: Person }> => {
  const person = { ...newPerson(), ...overrides }
  const { id } = await teamOf(owner)
  await post(owner, `/settings/teams/${id}/invitations`, { email: person.email, ...limits })
  const invitation = new URLSearchParams(new URL(await mailedLink(person.email)).hash.slice(1)).get('invitation')
  const context = await browser.newContext({ baseURL: process.env.SITELEDGER_URL ?? '' })
  const { name, email, password } = person
  await post(context, '/register', { name, email, password, password_confirmation: password, invitation, terms: true })
  return { context, person }
}

/** Turns two-factor authentication by app on for the person of a context; their next code is `code(1)`. */
export const turnOnSecondFactor = async (context: BrowserContext) => {
  const started = await post(context, '/settings/two-factor-auth', { country_code: '44', phone: '7700900123' })
  const app = authenticator((started as { otpauth_url: string }).otpauth_url)
  await post(context, '/settings/two-factor-auth/confirm', { code: app.code() })
  return app
}
