import { describe, expect, vi } from 'vitest'
import { inboxStream, teamStream } from '#api/event-store/streams.ts'
import { NotificationId } from '#schemas/ids.ts'
import { createApiToken, listApiTokens } from '#schemas/resources/api-tokens.ts'
import { listClients, updateClient } from '#schemas/resources/clients.ts'
import { sendInvitation } from '#schemas/resources/invitations.ts'
import { deleteTeamAsOperator, restoreTeam } from '#schemas/resources/kiosk-teams.ts'
import { removeMember, updateMember } from '#schemas/resources/members.ts'
import { createPersonalToken } from '#schemas/resources/personal-tokens.ts'
import { endAllSessions, signIn } from '#schemas/resources/sessions.ts'
import { listShares } from '#schemas/resources/shares.ts'
import { listSites } from '#schemas/resources/sites.ts'
import { currentTeam, demandSecondFactor, listTeams, renameTeam, showTeam } from '#schemas/resources/teams.ts'
import { turnTwoFactorOff } from '#schemas/resources/two-factor.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { plainMembership } from '#schemas/rights/membership.ts'
import { plusDays, startOfDay, today } from '#schemas/time/dates.ts'
import { setClock } from '#tests/support/clock.ts'
import { listen } from '#tests/support/live-stream.ts'
import { newCommandId } from '#tests/support/new-ids.ts'
import { codeFor, exchanging, newApp, sendForm, type Tokens, withToken } from '#tests/support/oauth.ts'
import { recordEvent } from '#tests/support/record-event.ts'
import { turnOnTwoFactor } from '#tests/support/second-factors.ts'
import { operatedApp } from '#tests/support/shared-app.ts'
import { newShare } from '#tests/support/shares.ts'
import { recordCreator } from '#tests/support/team-with-records.ts'
import { type Member, newMember, newTeam, password } from '#tests/support/teams.ts'

const { app, test, boss } = operatedApp()

const demand = ({ teamId }: Member, second_factor_required = true) => ({
  params: { id: teamId },
  body: { second_factor_required },
})

const first = [403, 'Your team asks for two-factor authentication. Turn it on in your settings first.']

/** An owner with a second factor who asks all members for one, and a member. */
const demanding = async (role: 'admin' | 'editor') => {
  const owner = await newTeam(app)
  const member = await newMember(app, owner, role)
  await turnOnTwoFactor(owner)
  return { owner, member }
}

describe('a team that asks its members for a second factor', () => {
  test('opens to each of them once they have one, and tells them so', async () => {
    const { owner, member: editor } = await demanding('editor')
    const stream = await listen(app, editor)
    await stream.started()

    expect((await owner.ask(demandSecondFactor, demand(owner))).second_factor_required).toBe(true)

    await expect(stream.next()).rejects.toThrow('The stream ended')
    expect((await owner.call(listClients)).status).toBe(200)
    const { status, body } = await editor.refused(listClients)
    expect([status, body.message]).toEqual(first)
    expect((await editor.ask(currentUser)).second_factor_due).toBe(true)
    await turnOnTwoFactor(editor)
    expect((await editor.call(listClients)).status).toBe(200)
    expect((await editor.ask(currentUser)).second_factor_due).toBe(false)
    await editor.call(turnTwoFactorOff)
    expect((await editor.refused(listClients)).status).toBe(403)
    await owner.call(demandSecondFactor, demand(owner, false))
    expect((await editor.call(listClients)).status).toBe(200)
  })

  test('is closed to API tokens and to the management of those who have none; they may leave', async () => {
    const { owner, member: admin } = await demanding('admin')
    const { token } = await admin.ask(createApiToken, { body: { name: 'Backup', abilities: ['clients.view'] } })
    await owner.call(demandSecondFactor, demand(owner))

    const byToken = await app.guest().refused(listClients, {}, { headers: { authorization: `Bearer ${token}` } })
    expect([byToken.status, byToken.body.message]).toEqual(first)
    const params = { id: owner.teamId }
    const refusals = [
      await admin.refused(renameTeam, { params, body: { name: 'Other' } }),
      await admin.refused(sendInvitation, { params, body: { email: 'jo@example.com' } }),
      await admin.refused(demandSecondFactor, demand(owner, false)),
    ]
    expect(refusals.map(({ status, body }) => [status, body.message])).toEqual([first, first, first])
    const seen = await admin.ask(currentTeam)
    expect([seen.second_factor_required, seen.billing_city]).toEqual([true, null])
    const lists = [seen.users, (await admin.ask(listTeams)).find(({ id }) => id === owner.teamId)?.users]
    expect(lists.map((users) => users?.map(({ id }) => id))).toEqual([[admin.userId], [admin.userId]])
    expect((await owner.ask(currentTeam)).users).toHaveLength(2)
    await admin.call(removeMember, { params: { teamId: owner.teamId, userId: admin.userId } })
    expect((await admin.ask(listTeams)).map(({ id }) => id)).not.toContain(owner.teamId)
    expect((await admin.call(listClients)).status).toBe(200)
  })

  test('is asked to by owner and admins alone, who have one themselves', async ({ owner, editor }) => {
    expect((await editor.refused(demandSecondFactor, demand(owner))).status).toBe(403)
    expect((await (await newTeam(app)).refused(demandSecondFactor, demand(owner))).status).toBe(404)
    expect(await owner.invalid(demandSecondFactor, demand(owner))).toEqual({
      second_factor_required: ['Turn two-factor authentication on for yourself first.'],
    })
    expect((await owner.ask(demandSecondFactor, demand(owner, false))).second_factor_required).toBe(false)
  })
})

describe('what somebody handed out in a team', () => {
  /** An owner, and an editor of theirs with a token of each kind and a share link; `use` tells how each answers. */
  const world = async () => {
    const owner = await newTeam(app)
    const create = recordCreator(owner)
    const site = await create.site((await create.client('Acme')).id, 'North')
    const editor = await newMember(app, owner, 'editor')
    const { token } = await editor.ask(createApiToken, { body: { name: 'x', abilities: ['clients.view'] } })
    const personal = await editor.ask(createPersonalToken, { body: { name: 'x', scopes: ['clients.view'] } })
    const phone = await newApp(owner)
    const code = await codeFor(editor, phone)
    const { body: tokens } = await sendForm(app.guest(), '/oauth/token', phone, exchanging(code))
    const texts = [token, personal.accessToken, (tokens as Tokens).access_token]
    const share = await newShare(editor, { site_id: site.id })
    const use = async () => [
      ...(await Promise.all(
        texts.map(async (text) => (await app.guest().request('GET', '/api/clients', withToken(text))).status),
      )),
      (await app.guest().request('GET', share.path, { headers: { accept: 'text/html' } })).status,
    ]
    expect(await use()).toEqual([200, 200, 200, 200])
    return { owner, editor, use }
  }

  const joinAgain = async (owner: Member, { userId }: Member) => {
    const data = { teamId: owner.teamId, userId, ...plainMembership('editor') }
    await owner.call(currentUser, {}, await recordEvent(app, teamStream(owner.teamId), { type: 'MemberJoined', data }))
  }

  test.each([
    ['who is removed', true],
    ['who leaves', false],
  ])('is no longer of any use to somebody %s, nor once they join again [D-115]', async (_, byOwner) => {
    const { owner, editor, use } = await world()
    const by = byOwner ? owner : editor

    await by.call(removeMember, { params: { teamId: owner.teamId, userId: editor.userId } })
    const gone = await use()
    await joinAgain(owner, editor)

    expect([gone, await use()]).toEqual(Array(2).fill([401, 401, 401, 404]))
    expect(await editor.ask(listApiTokens)).toEqual([])
    expect(await owner.ask(listShares)).toEqual([])
  })

  test('is no longer of any use once their last day is over, before a worker has run, nor is their session', async () => {
    const nextDay = Date.parse(startOfDay(plusDays(today(new Date(), 'Europe/London'), 1), 'Europe/London'))
    setClock(nextDay - 60_000)
    const { owner, editor, use } = await world()
    const membership = { ...plainMembership('editor'), endsAt: today(new Date(), 'Europe/London') }
    const data = { teamId: owner.teamId, userId: editor.userId, ...membership }
    await owner.call(currentUser, {}, await recordEvent(app, teamStream(owner.teamId), { type: 'MemberChanged', data }))
    const stream = await listen(app, editor)
    await stream.started()
    const create = recordCreator(owner)
    const teams = async () => (await editor.ask(listTeams)).map(({ id }) => id)

    vi.setSystemTime(nextDay - 1)
    expect(await use()).toEqual([200, 200, 200, 200])
    await create.client('Zenith')
    expect((await stream.next()).data?.type).toBe('ClientAdded')
    expect([await teams(), (await editor.ask(listClients)).length]).toEqual([expect.arrayContaining([owner.teamId]), 2])
    vi.setSystemTime(nextDay)
    expect(await use()).toEqual([401, 401, 401, 404])
    await create.client('Quay')
    expect([await teams(), await editor.ask(listClients)]).toEqual([expect.not.arrayContaining([owner.teamId]), []])
    expect((await owner.ask(currentTeam)).users.map(({ id }) => id)).toEqual([owner.userId])
    expect((await editor.refused(showTeam, { params: { id: owner.teamId } })).status).toBe(404)
    // Their stream is told of a notification of their own, and of no client before it.
    const { userId } = editor
    const notificationId = NotificationId.parse(newCommandId())
    const words = { icon: 'user', body: 'Hello.', action_text: null, action_url: null, creatorId: null }
    const note = { userId, notificationId, askedBy: newCommandId(), ...words }
    await recordEvent(app, inboxStream(userId), { type: 'NotificationSent', data: note })
    expect((await stream.next()).data?.resource).toBe('notifications')
  })

  test('is paused with a role that does not allow it, and goes on with one that does [D-115]', async () => {
    const { owner, editor, use } = await world()
    const params = { teamId: owner.teamId, userId: editor.userId }

    await owner.call(updateMember, { params, body: { role: 'member' } })
    expect((await use()).at(-1)).toBe(404)
    await owner.call(updateMember, { params, body: { role: 'editor' } })

    expect(await use()).toEqual([200, 200, 200, 200])
  })

  test('ends with the team, and stays so where the team is restored [D-115]', async () => {
    const { owner, use } = await world()
    await boss.call(deleteTeamAsOperator, { params: { id: owner.teamId } })
    await boss.call(restoreTeam, { params: { id: owner.teamId } })

    expect(await use()).toEqual([401, 401, 401, 404])
  })

  test('goes on when they sign out everywhere, unless they end it as well', async () => {
    const { editor, use } = await world()

    await editor.call(endAllSessions, { body: {} })
    expect(await use()).toEqual([200, 200, 200, 200])
    await editor.call(signIn, { body: { email: editor.email, password } })
    await editor.call(endAllSessions, { body: { revoke_tokens: true } })

    expect(await use()).toEqual([401, 401, 401, 200])
  })
})

describe('a member with limits', () => {
  test('sees a colleague’s change with the next request, each within their own scope', async ({ ann, records }) => {
    const limited = await newMember(app, ann, 'member', { clientId: records.acme.id })
    const names = async (reader: Member) => (await reader.ask(listClients)).map(({ name }) => name)

    for (const _ of ['asked', 'asked again']) {
      expect([await names(ann), await names(limited)]).toEqual([['Acme', 'Zenith'], ['Acme']])
    }
    await ann.call(updateClient, { params: { id: records.zenith.id }, body: { name: 'Abacus' } })
    expect([await names(ann), await names(limited)]).toEqual([['Abacus', 'Acme'], ['Acme']])
  })

  test('loses what is outside with the next request after being limited', async ({ ann, records: { acme, south } }) => {
    const member = await newMember(app, ann, 'editor')
    expect(await member.ask(listSites)).toHaveLength(3)
    expect(await member.ask(listSites)).toEqual(await ann.ask(listSites))

    await ann.request('PUT', `/settings/teams/${ann.teamId}/members/${member.userId}`, {
      json: { role: 'member', client_id: acme.id, all_sites: false, site_ids: [south.id] },
    })

    expect((await member.ask(listSites)).map(({ name }) => name)).toEqual(['South'])
  })
})
