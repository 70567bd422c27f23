import { describe, expect, vi } from 'vitest'
import { clientStream, userStream } from '#api/event-store/streams.ts'
import type { Endpoint } from '#schemas/endpoint.ts'
import { isInPerson } from '#schemas/policy.ts'
import { createApiToken } from '#schemas/resources/api-tokens.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { impersonate, startImpersonation, stopImpersonating } from '#schemas/resources/impersonation.ts'
import { sendInvitation } from '#schemas/resources/invitations.ts'
import { eraseAccount } from '#schemas/resources/personal-data.ts'
import { endAllSessions, listSessions, refreshToken, signIn, signOut } from '#schemas/resources/sessions.ts'
import { currentTeam } from '#schemas/resources/teams.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { type Caller, pathOf } from '#tests/support/caller.ts'
import { declaredEndpoints } from '#tests/support/endpoints.ts'
import { newCommandId } from '#tests/support/new-ids.ts'
import { operatedApp, operatorEmail } from '#tests/support/shared-app.ts'
import { type Member, newMember, newTeam, password } from '#tests/support/teams.ts'

const onThisSite = { headers: { 'sec-fetch-site': 'same-origin' } }

describe('an operator in the name of a user', () => {
  const { app, test, boss } = operatedApp({ operatorEmails: [operatorEmail, 'other-boss@example.com'] })

  const start = (id: Member['userId'], who = boss) => who.call(impersonate, { params: { id } }, onThisSite)
  const stop = (who = boss) => who.call(stopImpersonating, {}, onThisSite)
  const me = (who = boss) => who.ask(currentUser)

  test('[API2G-07] sees what the user sees, and goes back to where he was [D-64]', async ({ ann }) => {
    const { headers } = await start(ann.userId)

    expect(headers.get('location')).toBe('/dashboard')
    expect(await me()).toMatchObject({ id: ann.userId, impersonated: true, operator: false })
    expect((await boss.ask(currentTeam)).id).toBe(ann.teamId)
    expect(await ann.ask(currentUser)).toMatchObject({ impersonated: false, operator: false })

    expect((await stop()).headers.get('location')).toBe(`/spark/kiosk#/users/${ann.userId}`)
    expect(await me()).toMatchObject({ id: boss.userId, impersonated: false, operator: true })
    expect((await boss.ask(currentTeam)).id).toBe(boss.teamId)
    expect((await boss.refused(stopImpersonating, {}, onThisSite)).status).toBe(404)
  })

  test('both stand beside every event, and start and end are events themselves', async ({ ann }) => {
    await start(ann.userId)
    const client = await boss.ask(addClient, { body: { name: 'Acme' } })
    await stop()

    const [added] = await app.ledger.read(clientStream(client.id))
    const [started, stopped] = (await app.ledger.read(userStream(ann.userId))).slice(-2)

    expect(added?.metadata).toMatchObject({ actor: ann.userId, impersonator: boss.userId, teamId: ann.teamId })
    const data = { userId: ann.userId, operatorId: boss.userId }
    expect(started).toMatchObject({
      type: 'ImpersonationStarted',
      data: { ...data, reason: null },
      metadata: { actor: boss.userId },
    })
    const both = { actor: ann.userId, impersonator: boss.userId }
    expect(stopped).toMatchObject({ type: 'ImpersonationStopped', data, metadata: both })
  })

  const because = (who: Member, reason?: string) =>
    boss.call(startImpersonation, { params: { id: who.userId }, body: { reason } }, onThisSite)
  const told = async (who: Member) =>
    (await boss.ask(listHistory, { query: { resource: 'users', id: who.userId } })).map(({ summary }) => summary)

  test('may say why, which the history tells until the user is erased, and nothing else [D-64]', async () => {
    const ann = await newTeam(app)
    const bob = await newTeam(app)
    const { status } = await because(ann, ' Ann cannot upload ')
    expect([status, (await me()).id]).toEqual([204, ann.userId])
    await stop()
    await because(bob)
    await stop()

    expect((await told(ann))[1]).toMatch(/ began to work in the name of Ann .*, because: Ann cannot upload$/)
    expect((await told(bob))[1]).toMatch(/ began to work in the name of Ann \S+$/)
    const ofTeam = await ann.ask(listHistory, { query: { resource: 'platform' } })
    expect(ofTeam.map(({ summary }) => summary)).toEqual(await told(ann).then((entries) => entries.slice(0, 2)))
    await ann.call(eraseAccount, { body: { current_password: password } })
    expect((await told(ann)).join()).not.toContain('cannot upload')
  })

  test('may not say too much, is no operator meanwhile, and leaves operators alone, by either door', async ({
    ann,
  }) => {
    const otherBoss = await newTeam(app, { email: 'Other-Boss@example.com' })
    const why = { params: { id: ann.userId }, body: { reason: 'x'.repeat(256) } }
    expect(Object.keys(await boss.invalid(startImpersonation, why, onThisSite))).toEqual(['reason'])

    for (const door of [impersonate, startImpersonation]) {
      const refusal = async (id: string, who: Caller = boss) => {
        const { status, body } = await who.refused(door, { params: { id }, body: {} }, onThisSite)
        return [status, body.message]
      }
      const message = 'Operators cannot be impersonated.'
      for (const { userId } of [otherBoss, boss]) expect(await refusal(userId)).toEqual([403, message])
      expect((await refusal(newCommandId()))[0]).toBe(404)
      expect((await refusal(boss.userId, ann))[0]).toBe(404)
      expect((await me()).id).toBe(boss.userId)
      await start(ann.userId)
      expect((await refusal(ann.userId))[0]).toBe(404)
      await stop()
    }
  })

  const personal = declaredEndpoints.filter(([, endpoint]) => isInPerson(endpoint))

  test('is kept from every write that no ability on records allows, but for those with a reason [D-115]', async () => {
    const told = ({ method, path }: Endpoint) => `${method} ${path}`
    const allowed = declaredEndpoints.flatMap(([, endpoint]) =>
      endpoint.caller?.impersonated ? [`| \`${told(endpoint)}\` | ${endpoint.caller.impersonated} |`] : [],
    )
    const refused = personal.map(([, endpoint]) => `- \`${told(endpoint)}\``)
    const page = [
      '# What an operator may do in the name of a user',
      '',
      'Written by `tests/api/routes/impersonation.test.ts` from the contracts in `schemas/resources`. While an operator',
      'impersonates a user, reads and writes of records need what they need of the user. Every other write is refused.',
      '',
      '## Other writes that are allowed',
      '',
      '| call | why |',
      '| --- | --- |',
      ...allowed.toSorted(),
      '',
      '## What only the user does',
      '',
      ...refused.toSorted(),
      '',
    ]

    await expect(page.join('\n')).toMatchFileSnapshot('../../../docs/generated/impersonation.md')
    // A reason where it decides nothing would be a mistake.
    for (const [name, { caller, ...endpoint }] of declaredEndpoints) {
      if (caller?.impersonated) expect(`${name} ${isInPerson(endpoint)}`).toBe(`${name} true`)
    }
  })

  test('is refused all of that, with the reason, by cookie and by the token of the session [D-64, D-115]', async () => {
    const ann = await newTeam(app)
    const colleague = await newMember(app, ann, 'editor')
    const invitation = await ann.ask(sendInvitation, {
      params: { id: ann.teamId },
      body: { email: 'new@example.com', role: 'member' },
    })
    await start(ann.userId)
    const { token } = await boss.ask(refreshToken)
    const byToken = { headers: { authorization: `Bearer ${token}` } }
    const ids = (endpoint: Endpoint) =>
      Object.fromEntries(Object.keys(endpoint.params?.shape ?? {}).map((name) => [name, newCommandId()]))
    const real = {
      updateMember: { teamId: ann.teamId, userId: colleague.userId },
      acceptInvitation: { id: invitation.id },
      removeMember: { teamId: ann.teamId, userId: colleague.userId },
      rejectInvitation: { id: invitation.id },
    }

    const message = 'Only the user themselves can do this. Stop acting in their name first.'
    for (const [name, endpoint] of personal) {
      const path = pathOf(endpoint, { params: (real as Record<string, object>)[name] ?? ids(endpoint) })
      const json = endpoint.method === 'GET' ? {} : { json: { role: 'admin' } }
      const answers = [
        await boss.request(endpoint.method, path, json),
        await app.guest().request(endpoint.method, path, { ...json, ...byToken }),
      ]

      expect([name, ...answers.map(({ status, body }) => [status, body])]).toEqual([
        name,
        [403, { message }],
        [403, { message }],
      ])
    }
    await stop()
    const { users } = await ann.ask(currentTeam)
    expect(users.map(({ role_on_current_team }) => role_on_current_team).toSorted()).toEqual(['editor', 'owner'])
  })

  test('needs the session of a browser: a token is refused before anything is recorded [D-64]', async ({ ann }) => {
    const abilities = ['operate' as const]
    await boss.call(signIn, { body: { email: operatorEmail, password } })
    const made = await boss.ask(createApiToken, { body: { name: 'Script', abilities } })
    const { token: ofSession } = await boss.ask(refreshToken)
    const recorded = () => app.ledger.read(userStream(ann.userId))
    const before = (await recorded()).length

    for (const token of [made.token, ofSession]) {
      const headers = { ...onThisSite.headers, authorization: `Bearer ${token}` }
      for (const who of [app.guest(), boss]) {
        const asked = { params: { id: ann.userId } }
        expect((await who.refused(impersonate, asked, { headers })).status).toBe(403)
        expect((await who.refused(startImpersonation, { ...asked, body: {} }, { headers })).status).toBe(403)
      }
    }
    expect((await me()).id).toBe(boss.userId)
    expect(await recorded()).toHaveLength(before)
    // Nor does the token of the session that acts for her end what its cookie began.
    await start(ann.userId)
    const headers = { ...onThisSite.headers, authorization: `Bearer ${(await boss.ask(refreshToken)).token}` }
    expect((await boss.refused(stopImpersonating, {}, { headers })).status).toBe(404)
    expect(await recorded()).toHaveLength(before + 1)
    await stop()
  })

  test('is found in the list of sessions by the user, who can end it', async ({ ann }) => {
    await start(ann.userId)

    const devices = (await ann.ask(listSessions)).map(({ device }) => device)
    await ann.call(endAllSessions)

    expect(devices).toContainEqual(expect.stringMatching(/^An operator: /))
    expect((await boss.refused(currentUser)).status).toBe(401)
    await boss.call(signIn, { body: { email: operatorEmail, password } })
  })

  test('ends by itself after an hour [D-64]', async ({ ann }) => {
    await start(ann.userId)
    const minute = 60 * 1000
    try {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 59 * minute })
      expect((await me()).id).toBe(ann.userId)
      vi.setSystemTime(Date.now() + 2 * minute)
      expect((await boss.refused(currentUser)).status).toBe(401)
    } finally {
      vi.useRealTimers()
    }
    await boss.call(signIn, { body: { email: operatorEmail, password } })
  })

  test('is out of both after signing out, and once his own sessions are ended', async ({ ann }) => {
    await start(ann.userId)
    await boss.call(signOut)

    expect((await boss.refused(currentUser)).status).toBe(401)
    expect((await app.ledger.read(userStream(ann.userId))).at(-1)?.type).toBe('ImpersonationStopped')

    await boss.call(signIn, { body: { email: operatorEmail, password } })
    await start(ann.userId)
    const elsewhere = app.guest()
    await elsewhere.call(signIn, { body: { email: operatorEmail, password } })
    await elsewhere.call(endAllSessions)

    expect((await boss.refused(currentUser)).status).toBe(401)
    await boss.call(signIn, { body: { email: operatorEmail, password } })
  })
})
