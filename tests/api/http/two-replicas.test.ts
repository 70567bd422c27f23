import { describe, expect, test } from 'vitest'
import { createApiToken, deleteApiToken } from '#schemas/resources/api-tokens.ts'
import { addClient, listClients } from '#schemas/resources/clients.ts'
import { removeMember } from '#schemas/resources/members.ts'
import { listReplicas } from '#schemas/resources/replicas.ts'
import { revokeShare } from '#schemas/resources/shares.ts'
import { currentTeam } from '#schemas/resources/teams.ts'
import { pathOf } from '#tests/support/caller.ts'
import { prepared } from '#tests/support/prepared.ts'
import { sessionCookieOf } from '#tests/support/sessions.ts'
import { operatorEmail } from '#tests/support/shared-app.ts'
import { newShare } from '#tests/support/shares.ts'
import { recordCreator } from '#tests/support/team-with-records.ts'
import { type Member, newMember, newTeam } from '#tests/support/teams.ts'
import { sameAt, startTwoReplicas } from '#tests/support/two-replicas.ts'

const replicas = prepared(startTwoReplicas)
const ann = prepared(() => newTeam(replicas.first))

const newToken = (member: Member) =>
  member.ask(createApiToken, { body: { name: 'Import', abilities: ['clients.view', 'clients.create'] } })

/** What a script with a token is answered by the second replica. */
const withToken = (token: string) =>
  replicas.second.guest().request('GET', pathOf(listClients), { headers: { authorization: `Bearer ${token}` } })

describe('what was made on one replica a moment before', () => {
  test('a token is taken by the other', async () => {
    const { outcome, waited } = await replicas.whileBehind(async () => withToken((await newToken(ann)).token))

    expect([outcome.status, waited]).toEqual([200, true])
  })

  test('the session of a new account is taken by the other', async () => {
    const { outcome } = await replicas.whileBehind(async () => {
      const cookie = sessionCookieOf(await newTeam(replicas.first))
      return replicas.second.guest().request('GET', pathOf(listClients), { headers: { cookie } })
    })

    expect(outcome.status).toBe(200)
  })

  test('a share link is opened by the other', async () => {
    const create = recordCreator(ann)
    const site = await create.site((await create.client('Acme')).id, 'North')

    const { outcome } = await replicas.whileBehind(async () => {
      const { path } = await newShare(ann, { site_id: site.id })
      return replicas.second.guest().request('GET', path)
    })

    expect(outcome.status).toBe(200)
    expect(outcome.headers.getSetCookie()).toEqual([])
  })

  test('[D-05] the position of a write comes back in a cookie, for which the other waits before it reads', async () => {
    const { outcome, waited } = await replicas.whileBehind(async () => {
      const { body } = await ann.call(addClient, { body: { name: 'Written elsewhere' } })
      const { body: listed } = await sameAt(replicas.second, ann).request('GET', pathOf(listClients))
      return JSON.stringify(listed).includes(body.id)
    })

    expect([outcome, waited]).toEqual([true, true])
    expect(ann.cookie()).toMatch(/(^|; )siteledger-position=\d+(;|$)/)
  })

  test('[D-05] a write waits as well', async () => {
    const { outcome, waited } = await replicas.whileBehind(async () => {
      await ann.call(addClient, { body: { name: 'First' } })
      return sameAt(replicas.second, ann).request('POST', pathOf(addClient), { json: {} })
    })

    expect([outcome.status, waited]).toEqual([422, true])
  })
})

describe('what ended on one replica', () => {
  test('a token is refused by the other', async () => {
    const { id, token } = await newToken(ann)
    expect((await withToken(token)).status).toBe(200)

    const { outcome, waited } = await replicas.whileBehind(async () => {
      await ann.call(deleteApiToken, { params: { id } })
      return withToken(token)
    })

    expect([outcome.status, waited]).toEqual([401, true])
  })

  test('a member is one no longer at the other, and nobody else waits there', async () => {
    const eve = await newMember(replicas.first, ann, 'editor')
    const bob = await newMember(replicas.first, ann, 'editor')
    /** The team of a session at the other, whatever position its browser has. */
    const teamThere = async (who: Member) => {
      const beside = { headers: { cookie: sessionCookieOf(who) } }
      return (await replicas.second.guest().ask(currentTeam, {}, beside)).id
    }
    const remove = ({ userId }: Member) => ann.call(removeMember, { params: { teamId: ann.teamId, userId } })
    expect([await teamThere(eve), await teamThere(bob)]).toEqual([ann.teamId, ann.teamId])

    const ofAnn = await replicas.whileBehind(async () => {
      await remove(eve)
      return teamThere(ann)
    })
    expect(ofAnn).toEqual({ outcome: ann.teamId, waited: false })

    const ofBob = await replicas.whileBehind(async () => {
      await remove(bob)
      return teamThere(bob)
    })
    expect(ofBob.waited).toBe(true)
    expect(ofBob.outcome).not.toBe(ann.teamId)
  })

  test('a share link is absent at the other', async () => {
    const create = recordCreator(ann)
    const site = await create.site((await create.client('Acme')).id, 'North')
    const { id, path } = await newShare(ann, { site_id: site.id })
    expect((await replicas.second.guest().request('GET', path)).status).toBe(200)

    const { outcome, waited } = await replicas.whileBehind(async () => {
      await ann.call(revokeShare, { params: { id } })
      return replicas.second.guest().request('GET', path)
    })

    expect([outcome.status, waited]).toEqual([404, true])
  })
})

test('[D-110] a position that the log does not reach keeps nobody, and an earlier one beside it is waited for', async () => {
  const { outcome } = await replicas.whileBehind(async () => {
    const { body } = await ann.call(addClient, { body: { name: 'Beside a foreign position' } })
    const beside = { headers: { 'x-min-position': '99999999999999999999' } }
    const { status, body: listed } = await sameAt(replicas.second, ann).request('GET', pathOf(listClients), beside)
    return [status, JSON.stringify(listed).includes(body.id)]
  })

  expect(outcome).toEqual([200, true])
})

test('who calls with a token is given the position in a header alone', async () => {
  const { token } = await newToken(ann)
  const headers = { authorization: `Bearer ${token}` }

  const answer = await replicas.first.guest().request('POST', pathOf(addClient), { json: { name: 'Acme' }, headers })

  expect(answer.status).toBe(201)
  expect(answer.headers.get('x-position')).toMatch(/^\d+$/)
  expect(answer.headers.getSetCookie()).toEqual([])
})

describe('operators', () => {
  const boss = prepared(() => newTeam(replicas.first, { email: operatorEmail }))

  test('see both replicas, whichever answers, and an answer names the one that gave it', async () => {
    const asked = await boss.call(listReplicas)
    const there = await sameAt(replicas.second, boss).request('GET', pathOf(listReplicas))

    expect(asked.body.map(({ name, role }) => [name, role])).toEqual([
      ['first', 'api'],
      ['second', 'api'],
    ])
    expect(asked.body[0]).toMatchObject({ lag: 0, building: [], cannot_read: [] })
    expect([asked.headers.get('x-replica'), there.headers.get('x-replica')]).toEqual(['first', 'second'])
    expect((await replicas.first.guest().request('GET', '/health')).headers.has('x-replica')).toBe(false)
  })
})
