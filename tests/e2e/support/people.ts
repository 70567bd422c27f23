import { randomUUID } from 'node:crypto'
import type { APIResponse, BrowserContext, Page } from '@playwright/test'
import { expect } from '@playwright/test'

export type Person = { name: string; email: string; password: string; team: string; teamSlug: string }

/** The e-mail address of the operator in these tests. */
export const operatorEmail = 'operator@example.com'

/** A new person whom no other test uses. */
export const newPerson = (): Person => {
  const own = randomUUID().slice(0, 8)
  return {
    name: 'Ann Archer',
    email: `ann-${own}@example.com`,
    password: 'correct horse 7 battery',
    team: `Northgate ${own}`,
    teamSlug: `northgate-${own}`,
  }
}

/** A browser context, or requests without a browser. */
type Caller = Pick<BrowserContext, 'request'>

const write = async ({ request }: Caller, method: string, path: string, data?: object): Promise<APIResponse> => {
  const headers = { origin: process.env.SITELEDGER_URL ?? '' }
  const answer = await request.fetch(path, { method, headers, ...(data && { data }) })
  expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true)
  return answer
}

/** Sends a write with the cookies of a browser context, as its pages would; the answer's body is null if it is empty. */
export const post = async (context: Caller, path: string, data: object): Promise<unknown> => {
  const answer = await write(context, 'POST', path, data)
  return answer.status() === 204 ? null : answer.json()
}

/** Changes a record in the same way. */
export const put = (context: Caller, path: string, data: object): Promise<APIResponse> =>
  write(context, 'PUT', path, data)

/** Deletes a record in the same way, and answers its id in the trash. */
export const remove = async (context: Caller, path: string): Promise<string> =>
  (await write(context, 'DELETE', path)).headers()['x-trash-id'] ?? ''

/** Registers a new person through the API, for tests of something else; the context is signed in. */
export const registerThroughApi = async (context: Caller, overrides: Partial<Person> = {}): Promise<Person> => {
  const person = { ...newPerson(), ...overrides }
  const { name, email, password, team, teamSlug } = person
  const form = { name, email, password, password_confirmation: password, team, team_slug: teamSlug, terms: true }
  await post(context, '/register', form)
  return person
}

/** Fills the form of the registration, but for its plan. */
export const fillRegistration = async (page: Page, { name, email, password, team }: Person): Promise<void> => {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByLabel('Team', { exact: true }).fill(team)
  await page.getByLabel('I accept the terms').check()
}

/** Sends the form of the sign-in. */
export const sendSignIn = async (page: Page, { email, password }: Person): Promise<void> => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs in through the page. */
export const signIn = async (page: Page, person: Person): Promise<void> => {
  await sendSignIn(page, person)
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
}

/** Signs out as people do: a page that is left by its address may still ask for changes without a session. */
export const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Account of' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
}

/** Signs a context in as the operator, whom start-product.ts registered. */
export const enterAsOperator = async (context: Caller): Promise<void> => {
  await post(context, '/login', { email: operatorEmail, password: newPerson().password })
}

/** The answer to a call as it would be ten minutes later: the password was not given lately. */
export const asksForPasswordFirst = { status: 403, json: { message: 'Please confirm your password.', confirm: true } }
