import { describe, expect } from 'vitest'
import { teamStream } from '#api/event-store/streams.ts'
import { addClient } from '#schemas/resources/clients.ts'
import {
  acceptInvitation,
  cancelInvitation,
  listInvitations,
  listPendingInvitations,
  lookUpInvitation,
  rejectInvitation,
  resendInvitation,
  sendInvitation,
} from '#schemas/resources/invitations.ts'
import { register } from '#schemas/resources/registration.ts'
import { addSite } from '#schemas/resources/sites.ts'
import { currentTeam, listTeams } from '#schemas/resources/teams.ts'
import { codeOf, inviteTo } from '#tests/support/invitations.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { type Member, newMember, newTeam, registration, teamAfterTrial } from '#tests/support/teams.ts'

const operatorEmail = 'operator@example.com'

const { app, test } = sharedApp({ env: { operatorEmails: [operatorEmail] } })

const membersOf = async (owner: Member) => (await owner.ask(currentTeam)).users

describe('an invitation', () => {
  test('[API2B-03] [API2B-04] [STATE2-28] [ENT2-06] is sent by owner and admins, and listed at once', async () => {
    const owner = await newTeam(app)
    const admin = await newMember(app, owner, 'admin')
    const editor = await newMember(app, owner, 'editor')
    const client = await owner.ask(addClient, { body: { name: 'Acme' } })
    const site = await owner.ask(addSite, { body: { name: 'Depot', client_id: client.id } })
    const limits = { client_id: client.id, all_sites: false, site_ids: [site.id] }
    const params = { id: owner.teamId }

    const { body } = await admin.call(sendInvitation, { params, body: { email: 'Jo@Example.com', ...limits } })

    expect(body).toMatchObject({ email: 'Jo@Example.com', role: 'member', team_id: owner.teamId, ...limits })
    expect(await owner.ask(listInvitations, { params })).toEqual([body])
    expect((await editor.refused(sendInvitation, { params, body: { email: 'al@example.com' } })).status).toBe(403)
    expect((await editor.refused(listInvitations, { params })).status).toBe(403)
    const stranger = await newTeam(app)
    expect((await stranger.refused(listInvitations, { params })).status).toBe(404)
    expect((await stranger.refused(sendInvitation, { params, body: { email: 'al@example.com' } })).status).toBe(404)
  })

  test('is refused under email for a member and for an address that was invited', async ({ owner, member }) => {
    await inviteTo(owner, 'jo@example.com')
    const refusal = async (email: string) =>
      (await owner.invalid(sendInvitation, { params: { id: owner.teamId }, body: { email } }))?.email

    expect(await refusal(member.email.toUpperCase())).toEqual(['This user is already on the team.'])
    expect(await refusal('JO@example.com')).toEqual(['This email address has already been invited.'])
  })

  test('[API2B-05] [API2B-06] [SET-48] waits for a user who has the address, and makes them a member', async () => {
    const owner = await newTeam(app)
    const guest = await newTeam(app)
    const sent = await inviteTo(owner, guest.email, { role: 'editor' })

    expect(await guest.ask(listPendingInvitations)).toEqual([sent])
    await guest.call(acceptInvitation, { params: { id: sent.id } })

    expect(await guest.ask(listPendingInvitations)).toEqual([])
    expect((await guest.ask(listTeams)).map(({ id }) => id)).toContain(owner.teamId)
    expect((await guest.ask(currentTeam)).id).toBe(guest.teamId)
    expect(await membersOf(owner)).toContainEqual(
      expect.objectContaining({ id: guest.userId, role_on_current_team: 'editor' }),
    )
  })

  test('is nothing to anybody else', async ({ ann, eve, owner }) => {
    const params = { id: (await inviteTo(owner, ann.email)).id }

    for (const endpoint of [acceptInvitation, rejectInvitation, resendInvitation, cancelInvitation]) {
      expect((await eve.refused(endpoint, { params })).status).toBe(404)
    }
    expect((await ann.refused(cancelInvitation, { params })).status).toBe(404)
    expect(await eve.ask(listPendingInvitations)).toEqual([])
  })

  test('[API2B-07] is rejected, and then free to be sent again', async ({ ann, owner }) => {
    const { id } = await inviteTo(owner, ann.email)

    await ann.call(rejectInvitation, { params: { id } })

    expect(await owner.ask(listInvitations, { params: { id: owner.teamId } })).toEqual([])
    expect((await ann.refused(acceptInvitation, { params: { id } })).status).toBe(404)
    expect((await inviteTo(owner, ann.email)).id).not.toBe(id)
  })

  test('[API2B-08] [API2B-09] is sent again and cancelled by owner and admins', async ({ ann, owner }) => {
    const sent = await inviteTo(owner, ann.email)
    const params = { id: sent.id }

    await owner.call(resendInvitation, { params })
    const [again] = await owner.ask(listInvitations, { params: { id: owner.teamId } })
    await owner.call(cancelInvitation, { params })

    expect(Date.parse(again?.expires_at ?? '')).toBeGreaterThan(Date.parse(sent.expires_at))
    expect(await ann.ask(listPendingInvitations)).toEqual([])
    expect((await owner.refused(cancelInvitation, { params })).status).toBe(404)
  })
})

describe('a mailed invitation', () => {
  const join = (code: string, email: string, changes: object = {}) =>
    app.guest().request('POST', '/register', {
      json: { ...registration({ email, team: '', team_slug: '' }), invitation: code, ...changes },
    })

  test('[API2A-02] [SET-49] [REG-03] is looked up by its code and joined at registration', async ({ guest, owner }) => {
    const email = registration().email
    const { id } = await inviteTo(owner, email, { role: 'editor' })
    const code = await codeOf(app, owner, id)

    expect(await guest.ask(lookUpInvitation, { params: { code } })).toEqual({
      email,
      team_name: (await owner.ask(currentTeam)).name,
    })
    await guest.call(register, { body: { ...registration({ email, team: '', team_slug: '' }), invitation: code } })

    expect((await guest.ask(currentTeam)).id).toBe(owner.teamId)
    expect(await guest.ask(listTeams)).toHaveLength(1)
    expect((await guest.refused(lookUpInvitation, { params: { code } })).status).toBe(404)
  })

  test('joins only with the address that it was sent to, and once', async ({ owner }) => {
    const email = registration().email
    const code = await codeOf(app, owner, (await inviteTo(owner, email)).id)

    expect((await join(code, registration().email)).body).toHaveProperty('errors.email')
    expect((await join('x'.repeat(40), email)).body).toHaveProperty('errors.invitation')
    expect((await join(code, email)).status).toBe(201)
    expect((await join(code, email)).status).toBe(422)
    expect(await membersOf(owner)).toHaveLength(2)
  })

  test('an operator’s address joins no team through somebody’s link', async ({ owner }) => {
    const code = await codeOf(app, owner, (await inviteTo(owner, operatorEmail)).id)

    expect((await join(code, operatorEmail)).body).toHaveProperty('errors.email', ['This email address is reserved.'])
  })

  test('the code stands nowhere but sealed', async ({ owner }) => {
    const { id } = await inviteTo(owner, registration().email)
    const code = await codeOf(app, owner, id)
    const answers = JSON.stringify(await owner.ask(listInvitations, { params: { id: owner.teamId } }))

    expect(code).toMatch(/^[\w]{40}$/)
    expect(answers).not.toContain(code)
    expect(app.logged.join('')).not.toContain(code)
  })
})

test('the last place is taken once by fifty', async () => {
  // The plan 'free', which counts after the trial, has two places.
  const owner = await teamAfterTrial(app)
  const send = (_: unknown, at: number) =>
    owner.request('POST', `/settings/teams/${owner.teamId}/invitations`, {
      json: { email: `fifty-${process.pid}-${at}@example.com` },
    })

  const replies = await Promise.all(Array.from({ length: 50 }, send))

  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(49).fill(422)])
  const sent = (await app.ledger.read(teamStream(owner.teamId))).filter(({ type }) => type === 'InvitationSent')
  expect(sent).toHaveLength(1)
  expect(replies.find(({ status }) => status === 422)?.body).toHaveProperty('errors.email')
})
