import fc from 'fast-check'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { challengeOfVerifier } from '#api/adapters/oauth-texts.ts'
import { startApp } from '#tests/support/app.ts'
import type { Caller } from '#tests/support/caller.ts'
import { setClock } from '#tests/support/clock.ts'
import { appRedirect, asking, basic, codeFor, newApp, newVerifier, tokensFor } from '#tests/support/oauth.ts'
import { type Form, someChanges, withChanges } from '#tests/support/oauth-mutations.ts'
import { type KnownClient, startOracle } from '#tests/support/oauth-oracle.ts'
import { prepared } from '#tests/support/prepared.ts'
import { type Member, newAddress, newTeam } from '#tests/support/teams.ts'

const seed = 20_261_123
/** Changed requests of each kind; `ORACLE_RUNS` of the environment sets more. */
const runs = Number(process.env.ORACLE_RUNS ?? 60)
const scope = 'clients.view clients.create'

/** The request that an app would send, to ours and to the oracle, each with its own code or token. */
type Pair = { ours: Form; theirs: Form }
type Verdict = { status: number; accepted: boolean }

/** A public client on the device of its user, and confidential ones by either way of saying who they are. */
const kinds = {
  'a public client': { by: 'none', redirect: 'http://127.0.0.1/back' },
  'a client by Basic': { by: 'client_secret_basic', redirect: appRedirect },
  'a client by its body': { by: 'client_secret_post', redirect: appRedirect },
} as const
type Kind = keyof typeof kinds

/** Where a redirect leads; the port of an app on the device of its user is its own. */
const placeOf = (redirect: string): string => new URL(redirect).hostname + new URL(redirect).pathname

const credentials = ({ client_id, secret, by }: KnownClient): Form => {
  if (by === 'client_secret_basic') return Object.entries(basic({ client_id, secret }))
  return [['client_id', client_id], ...(secret === null ? [] : ([['client_secret', secret]] satisfies Form))]
}

/** Sends a form; what it calls `authorization` is the header, which holds no other characters than these. */
const sendForm = async (to: Caller, path: string, form: Form): Promise<Verdict> => {
  const header = form.flatMap(([name, value]) => (name === 'authorization' ? [value.replaceAll(/[^ -~]/g, '')] : []))
  const { status } = await to.request('POST', path, {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': newAddress(),
      ...(header.length > 0 && { authorization: header.join(', ') }),
    },
    text: new URLSearchParams(form.filter(([name]) => name !== 'authorization')).toString(),
  })
  return { status, accepted: status === 200 }
}

describe('of requests with one to three changes ours accepts none that the oracle refuses', () => {
  const app = prepared(() => startApp({ env: { trustProxy: 1 } }))
  let users: Member[]
  const clients = new Map<Kind, KnownClient>()

  beforeAll(async () => {
    users = await Promise.all(Array.from({ length: 4 }, () => newTeam(app)))
    for (const [kind, { by, redirect }] of Object.entries(kinds)) {
      const { client_id, secret } = await newApp(someone(), { redirect, confidential: by !== 'none' })
      clients.set(kind as Kind, { client_id, secret, redirect, by })
    }
  })
  const oracle = prepared(() => startOracle([...clients.values()]))

  let asked = 0
  /** The time of the tests, which goes on from one to the next. */
  let clock = Date.now()
  /** A user, each in turn, a moment later: how often one may ask is not what is tested here. */
  const someone = (): Member => {
    asked += 1
    clock += 300
    if (vi.isFakeTimers()) vi.setSystemTime(clock)
    const user = users[asked % users.length]
    if (!user) throw new Error('Nobody is there')
    return user
  }

  const tokenEndpoint = {
    toOurs: (form: Form) => sendForm(app.guest(), '/oauth/token', form),
    toTheirs: (form: Form) => sendForm(oracle.caller(), '/token', form),
  }
  const requests = {
    'for a code': {
      ready: async ({ client_id, secret, redirect }: KnownClient): Promise<Pair> => {
        const changes = { redirect_uri: redirect, scope }
        const form = Object.entries(asking({ client_id, secret }, newVerifier().challenge, changes))
        return { ours: form, theirs: form }
      },
      toOurs: async (form: Form): Promise<Verdict> => {
        const { status, headers } = await someone().request('GET', `/oauth/authorize?${new URLSearchParams(form)}`)
        const location = headers.get('location')
        if (location !== null)
          expect(Object.values(kinds).map(({ redirect }) => placeOf(redirect))).toContain(placeOf(location))
        return { status, accepted: status === 200 || (location !== null && new URL(location).searchParams.has('code')) }
      },
      toTheirs: async (form: Form): Promise<Verdict> => {
        const { status, headers } = await oracle.caller().request('GET', `/auth?${new URLSearchParams(form)}`)
        return { status, accepted: headers.get('location')?.startsWith('/consent') ?? false }
      },
    },
    'with a code': {
      ready: async (client: KnownClient): Promise<Pair> => {
        const { code, verifier } = await codeFor(someone(), client, { redirect_uri: client.redirect, scope })
        const formWith = (text: string): Form => [
          ...credentials(client),
          ['grant_type', 'authorization_code'],
          ['code', text],
          ['redirect_uri', client.redirect],
          ['code_verifier', verifier],
        ]
        return {
          ours: formWith(code),
          theirs: formWith(await oracle.newCode(client, challengeOfVerifier(verifier), scope)),
        }
      },
      ...tokenEndpoint,
    },
    'with a refresh token': {
      ready: async (client: KnownClient): Promise<Pair> => {
        const changes = { redirect_uri: client.redirect, scope }
        const { refresh_token } = await tokensFor(app.guest(), someone(), client, changes)
        const formWith = (text: string): Form => [
          ...credentials(client),
          ['grant_type', 'refresh_token'],
          ['refresh_token', text],
          ['scope', 'clients.view'],
        ]
        return { ours: formWith(refresh_token), theirs: formWith(await oracle.newRefreshToken(client, scope)) }
      },
      ...tokenEndpoint,
    },
  }
  type What = keyof typeof requests

  const every = Object.keys(requests).flatMap((what) => Object.keys(kinds).map((kind) => [what, kind] as [What, Kind]))

  test.each(every)('%s, of %s', async (what, kind) => {
    // Codes do not expire in between.
    setClock(clock)
    const client = clients.get(kind)
    if (!client) throw new Error(kind)
    const { ready, toOurs, toTheirs } = requests[what]
    let pair = await ready(client)
    let acceptedByBoth = 0

    await fc.assert(
      fc.asyncProperty(someChanges, async (changes) => {
        const sent = withChanges(pair.ours, changes)
        const ours = await toOurs(sent)
        const theirs = await toTheirs(withChanges(pair.theirs, changes))
        // An accepted code is spent.
        if (ours.accepted || theirs.accepted) pair = await ready(client)
        if (ours.accepted && theirs.accepted) acceptedByBoth += 1
        expect(ours.status).toBeLessThan(500)
        expect(ours.status).not.toBe(429)
        // No difference is allowed.
        if (ours.accepted) expect([sent, theirs]).toMatchObject([sent, { accepted: true }])
      }),
      { seed, numRuns: runs },
    )

    // Some changes leave a request right, and it was the change alone that was refused.
    expect(acceptedByBoth).toBeGreaterThan(runs * 0.08)
    expect([await toOurs(pair.ours), await toTheirs(pair.theirs)]).toMatchObject([
      { accepted: true },
      { accepted: true },
    ])
  })
})
