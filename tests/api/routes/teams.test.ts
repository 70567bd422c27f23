import { describe, expect } from 'vitest'
import { addClient, listClients } from '#schemas/resources/clients.ts'
import { listRoles, removeMember, updateMember } from '#schemas/resources/members.ts'
import {
  createTeam,
  currentTeam,
  deleteTeam,
  listTeams,
  renameTeam,
  showTeam,
  switchTeam,
  uploadTeamPhoto,
} from '#schemas/resources/teams.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { abilitiesOfRole } from '#schemas/rights/abilities.ts'
import { fileOf } from '#tests/support/files.ts'
import { newClientId } from '#tests/support/new-ids.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { type Member, newMember, newTeam, registration } from '#tests/support/teams.ts'

const { app, test: tests } = sharedApp()

/** Somebody who owns no team: the one from registration is deleted. */
const teamless = async (): Promise<Member> => {
  const person = await newTeam(app)
  await person.call(deleteTeam, { params: { id: person.teamId } })
  return person
}
const test = tests.extend('person', () => teamless())

const newSlug = () => registration().team_slug

describe('teams of a user', () => {
  test('[API2B-01] [API2A-09] [SET-47] a team is created with name and slug, and worked in at once', async () => {
    const person = await teamless()
    const slug = newSlug()

    const team = await person.ask(createTeam, { body: { name: 'North West', slug } })

    expect(team).toMatchObject({ name: 'North West', slug, owner_id: person.userId, users: [{ id: person.userId }] })
    expect(await person.ask(listTeams)).toEqual([team])
    expect(await person.ask(currentTeam)).toEqual(team)
  })

  test('is answered once its founder can read that it is their current one [D-05]', async ({ person }) => {
    const { headers } = await person.call(createTeam, { body: { name: 'North West', slug: newSlug() } })

    expect(headers.get('x-position')).toBe(await app.ledger.lastPosition())
  })

  test('the plan’s number of teams is kept, also by many at once', async ({ person }) => {
    const create = () => person.request('POST', '/settings/teams', { json: { name: 'One', slug: newSlug() } })

    const answers = await Promise.all(Array.from({ length: 8 }, create))

    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(422)])
    expect(answers.find(({ status }) => status === 422)?.body).toHaveProperty('errors.name')
    expect(await person.ask(listTeams)).toHaveLength(1)
  })

  test('a slug that is refused is free for others, and the trial comes with the first team alone', async ({ ann }) => {
    const other = await teamless()
    const slug = newSlug()
    const refusal = await ann.refused(createTeam, { body: { name: 'Two', slug } })

    const team = await other.ask(createTeam, { body: { name: 'Two', slug } })

    expect(refusal.body.errors).toHaveProperty('name')
    expect(Date.parse(team.trial_ends_at ?? '')).toBeLessThanOrEqual(Date.now())
  })

  test('of many who want one slug at once one gets it, look-alikes included', async () => {
    const people = await Promise.all([teamless(), teamless(), teamless(), teamless()])
    const own = `paypa-${process.pid}`
    const cyrillic = own.replace('paypa', 'раура')
    const slugs = [own, cyrillic, own.toUpperCase(), own.replace('p', 'ｐ')]

    const answers = await Promise.all(
      people.map((person, at) => person.request('POST', '/settings/teams', { json: { name: 'Pay', slug: slugs[at] } })),
    )

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
    expect(answers.find(({ status }) => status === 422)?.body).toHaveProperty('errors.slug')
  })

  test('[ENT2-02] [API2A-10] [API2A-11] a team is shown with its owner, its members and what it pays for, which is nothing yet', async () => {
    const owner = await newTeam(app, { name: 'Ann Archer', team: 'Northgate', team_slug: 'northgate-ltd' })

    const { body } = await owner.call(showTeam, { params: { id: owner.teamId } })

    expect(body).toMatchObject({ id: owner.teamId, name: 'Northgate', slug: 'northgate-ltd', owner_id: owner.userId })
    expect(body).toMatchObject({ owner: { name: 'Ann Archer' }, photo_url: null, subscriptions: [] })
    expect(body.users.map(({ id }) => id)).toEqual([owner.userId])
    expect(Date.parse(body.trial_ends_at ?? '')).toBeGreaterThan(Date.now())
    expect(await owner.ask(currentTeam)).toEqual(body)
  })

  test('[PLAT-01] the current team is switched by those who belong to both', async ({ owner, member }) => {
    const [, own] = (await member.ask(listTeams)).sort((a) => (a.id === owner.teamId ? -1 : 1))
    const switching = { params: { id: own?.id ?? owner.teamId } }

    expect((await member.call(switchTeam, switching)).headers.get('location')).toBe('/dashboard')
    expect((await member.ask(currentTeam)).id).toBe(own?.id)
    expect((await owner.refused(switchTeam, switching)).status).toBe(404)
    const typed = { headers: { 'sec-fetch-site': 'none' } }
    expect((await member.call(switchTeam, switching, typed)).status).toBe(302)
  })

  test('[CORE-01] somebody without a team is signed in and may do nothing', async ({ person }) => {
    expect((await person.ask(currentUser)).role_on_current_team).toBeNull()
    expect((await person.refused(currentTeam)).status).toBe(404)
    expect((await person.refused(listClients)).status).toBe(403)
  })

  test('[API2B-13] owner and admins rename a team', async ({ owner, admin, editor }) => {
    const params = { id: owner.teamId }

    expect((await admin.ask(renameTeam, { params, body: { name: 'South' } })).name).toBe('South')
    expect((await owner.ask(currentTeam)).name).toBe('South')
    expect((await editor.refused(renameTeam, { params, body: { name: 'East' } })).status).toBe(403)
    expect((await (await newTeam(app)).refused(renameTeam, { params, body: { name: 'East' } })).status).toBe(404)
  })

  test('[API2B-14] a team’s photo is taken from owner and admins, and only an image', async ({ owner, member }) => {
    const params = { id: owner.teamId }
    const file = fileOf('team.png', 'image/png')
    const text = fileOf('team.png', 'image/png', { begins: 'nothing' })

    expect((await owner.ask(uploadTeamPhoto, { params }, { file })).photo_state).toBe('pending')
    expect((await owner.invalid(uploadTeamPhoto, { params }, { file: text }))?.photo).toEqual(['Invalid file type.'])
    expect((await member.refused(uploadTeamPhoto, { params }, { file })).status).toBe(403)
  })

  test('[API2B-15] a deleted team is gone for its members at once', async ({ owner, admin }) => {
    const params = { id: owner.teamId }

    expect((await admin.refused(deleteTeam, { params })).status).toBe(403)
    await owner.call(deleteTeam, { params })

    expect(await owner.ask(listTeams)).toEqual([])
    expect((await admin.ask(currentTeam)).id).not.toBe(owner.teamId)
    expect((await owner.refused(addClient, { body: { name: 'Acme' } })).status).toBe(403)
  })
})

describe('members', () => {
  test('[API2B-02] [ROLE-01] roles are offered without the owner', async ({ owner }) => {
    expect(await owner.ask(listRoles)).toEqual([
      { value: 'admin', text: 'Admin' },
      { value: 'editor', text: 'Editor' },
      { value: 'member', text: 'Member' },
      { value: 'auditor', text: 'Auditor' },
    ])
  })

  test('[API2B-10] [ENT2-04] [ENT2-05] a member’s role, limits and single flags are changed and count at once', async () => {
    const owner = await newTeam(app)
    const member = await newMember(app, owner, 'member')
    const client = await owner.ask(addClient, { body: { name: 'Acme' } })
    const params = { teamId: owner.teamId, userId: member.userId }
    const form = { role: 'member' as const, client_id: client.id, all_sites: true, site_ids: [] }

    const { body } = await owner.call(updateMember, {
      params,
      body: { ...form, abilities: { files: { create: true } } },
    })

    expect(body).toMatchObject({
      id: member.userId,
      role_on_current_team: 'member',
      pivot: { role: 'member', client_id: client.id, all_sites: true, site_ids: [] },
    })
    const files = { ...abilitiesOfRole('member').files, create: true }
    expect((await member.ask(currentUser)).abilities.files).toEqual(files)
  })

  test('a client or a site of another team limits nobody', async ({ eve, owner, member }) => {
    const foreign = await eve.ask(addClient, { body: { name: 'Acme' } })
    const own = await owner.ask(addClient, { body: { name: 'Acme' } })
    const params = { teamId: owner.teamId, userId: member.userId }
    const refusal = (body: object) => owner.invalid(updateMember, { params, body })

    expect(await refusal({ client_id: foreign.id })).toHaveProperty('client_id')
    expect(await refusal({ client_id: newClientId() })).toHaveProperty('client_id')
    expect(await refusal({ client_id: own.id, all_sites: false, site_ids: [newClientId()] })).toHaveProperty('site_ids')
    expect(await refusal({ client_id: own.id, all_sites: false, site_ids: [] })).toHaveProperty('site_ids')
    expect(await refusal({ role: 'owner' })).toHaveProperty('role')
  })

  test('[API2B-11] a removed member is out with the next request', async ({ owner, editor }) => {
    const client = await owner.ask(addClient, { body: { name: 'Acme' } })

    await owner.call(removeMember, { params: { teamId: owner.teamId, userId: editor.userId } })

    expect(await editor.ask(listClients)).not.toContainEqual(client)
    expect((await editor.refused(showTeam, { params: { id: owner.teamId } })).status).toBe(404)
  })

  test('what others are limited to is for owner and admins', async ({ owner, editor }) => {
    const client = await owner.ask(addClient, { body: { name: 'Acme' } })
    const limited = await newMember(app, owner, 'member', { clientId: client.id })
    const pivotFor = async (viewer: Member) =>
      (await viewer.ask(currentTeam)).users.find(({ id }) => id === limited.userId)?.pivot.client_id

    expect(await pivotFor(owner)).toBe(client.id)
    expect(await pivotFor(limited)).toBe(client.id)
    expect(await pivotFor(editor)).toBeNull()
  })

  test('[ROLE-11] members who signed in last come first', async ({ owner }) => {
    await newMember(app, owner, 'member')
    await newMember(app, owner, 'member')

    const logins = (await owner.ask(currentTeam)).users.map(({ last_logged_in_at }) => last_logged_in_at ?? '')

    expect(logins).toEqual([...logins].sort().reverse())
  })
})
