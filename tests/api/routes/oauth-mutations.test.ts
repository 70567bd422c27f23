import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '#tests/support/app.ts'
import { type App, appRedirect, asking, newApp, newVerifier } from '#tests/support/oauth.ts'
import { oneFault, withChanges } from '#tests/support/oauth-mutations.ts'
import { prepared } from '#tests/support/prepared.ts'
import { type Member, newTeam } from '#tests/support/teams.ts'

const seed = 20_261_123

describe('a request that its app would not send', () => {
  const app = prepared(() => startApp({ env: { trustProxy: 1 } }))
  let users: Member[]
  let client: App
  beforeAll(async () => {
    users = await Promise.all(Array.from({ length: 8 }, () => newTeam(app)))
    client = await newApp(someone(), { confidential: false })
  })

  let asked = 0
  /** A user, each in turn: how often one may ask is not what is tested here. */
  const someone = (): Member => {
    asked += 1
    const user = users[asked % users.length]
    if (!user) throw new Error('Nobody is there')
    return user
  }

  test('gets no code, and is answered at no address but a registered one', async () => {
    const good = asking(client, newVerifier().challenge)
    await fc.assert(
      fc.asyncProperty(oneFault, async ([what, at]) => {
        const form = withChanges(Object.entries(good), [[what, at]])
        const { status, headers } = await someone().request('GET', `/oauth/authorize?${new URLSearchParams(form)}`)
        const location = headers.get('location') ?? appRedirect
        expect([what, at, status]).toEqual([what, at, expect.toSatisfy((one) => [200, 302, 400].includes(one))])
        expect(location.startsWith(appRedirect)).toBe(true)
        expect(new URL(location).searchParams.has('code')).toBe(false)
      }),
      { seed, numRuns: 400 },
    )
  })
})
