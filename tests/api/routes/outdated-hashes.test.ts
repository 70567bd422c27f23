import { afterAll, expect, test } from 'vitest'
import { hashPassword, hashPasswordAt, isOutdatedHash, verifyPassword } from '#api/adapters/passwords.ts'
import { userStream } from '#api/event-store/streams.ts'
import { signIn } from '#schemas/resources/sessions.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { startAppOver } from '#tests/support/app.ts'
import { memoryPorts } from '#tests/support/in-memory/ports.ts'
import { turnOnTwoFactor } from '#tests/support/second-factors.ts'
import { type Member, newTeam, password } from '#tests/support/teams.ts'

/** The cost of an earlier version, until it is raised. */
let hash = (text: string) => hashPasswordAt({ memory: 1024, passes: 1, parallelism: 1 }, text)

const app = await startAppOver(async (...args) => ({
  ...(await memoryPorts(...args)),
  hashing: { hashPassword: (text) => hash(text), isOutdatedHash },
}))
const ann = await newTeam(app)
const bob = await newTeam(app)
await turnOnTwoFactor(bob)
hash = hashPassword
afterAll(() => app.close())

const rehashed = async ({ userId }: Member) => {
  const events = await app.ledger.read(userStream(userId))
  return events.flatMap(({ type, data }) => (type === 'PasswordRehashed' ? data.passwordHash : []))
}
const tryPassword = (typed: string, { email }: Member) =>
  app.guest().request('POST', signIn.path, { json: { email, password: typed } })

test('a hash of another cost is replaced at the next sign-in, once, and nobody is signed out', async () => {
  expect((await tryPassword('wrong', ann)).status).toBe(422)
  expect(await rehashed(ann)).toEqual([])

  expect((await tryPassword(password, ann)).status).toBe(200)
  expect((await tryPassword(password, ann)).status).toBe(200)

  const [replaced, ...others] = await rehashed(ann)
  expect(others).toEqual([])
  expect(isOutdatedHash(replaced ?? '')).toBe(false)
  expect(await verifyPassword(password, replaced)).toBe(true)
  expect((await tryPassword('wrong', ann)).status).toBe(422)
  expect((await ann.ask(currentUser)).id).toBe(ann.userId)
})

test('that of somebody with a second factor is, too, and the code is still asked for', async () => {
  expect((await tryPassword(password, bob)).body).toMatchObject({ redirect: '/login/token' })

  expect(await rehashed(bob)).toHaveLength(1)
})
