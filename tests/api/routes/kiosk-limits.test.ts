import { describe, expect } from 'vitest'
import type { Plan } from '#schemas/billing/plans.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { sendInvitation } from '#schemas/resources/invitations.ts'
import { endLimitsOverride, overrideLimits } from '#schemas/resources/kiosk-limits.ts'
import { showTeamProfile } from '#schemas/resources/kiosk-profiles.ts'
import { listAllTeams } from '#schemas/resources/kiosk-teams.ts'
import { changeTrialEnd } from '#schemas/resources/kiosk-trials.ts'
import { createTeam, showTeam } from '#schemas/resources/teams.ts'
import { setClock } from '#tests/support/clock.ts'
import { inviteTo } from '#tests/support/invitations.ts'
import { prepared } from '#tests/support/prepared.ts'
import { operatedApp } from '#tests/support/shared-app.ts'
import { type Member, newMember, newTeam, registration } from '#tests/support/teams.ts'

const day = 24 * 60 * 60 * 1000
const dayIn = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10)
const free: Plan = {
  id: 'free',
  name: 'Free',
  type: 'team',
  interval: 'monthly',
  price: 0,
  active: true,
  features: [],
  attributes: { sites: 1, teamMembers: 2, teams: 1 },
}

const { app, test, boss } = operatedApp({ plans: [free] })

describe('the limits that an operator gives a team', () => {
  const terms = () => ({ reason: 'They move', ends_at: dayIn(3) })
  const give = ({ teamId: id }: Member, limits: object) =>
    boss.call(overrideLimits, { params: { id }, body: { ...terms(), ...limits } })
  const shownTo = async (who: Member, id = who.teamId) => (await who.ask(showTeam, { params: { id } })).limits_override

  /** Adds sites until one is refused, at most three; answers how many there were room for. */
  const roomFor = async (owner: Member): Promise<number> => {
    const client = await owner.ask(addClient, { body: { name: 'Acme' } })
    for (const count of [0, 1, 2]) {
      const sent = await owner.request('POST', '/api/site', { json: { name: `Site ${count}`, client_id: client.id } })
      if (sent.status !== 201) return count
    }
    return 3
  }

  test('[D-43] count at once, and end by themselves', async ({ owner }) => {
    await give(owner, { sites: 2 })
    expect(await roomFor(owner)).toBe(2)

    await give(owner, { sites: 3 })
    expect(await shownTo(owner)).toMatchObject({ sites: 3, team_members: null, teams: null })
    expect(await roomFor(owner)).toBe(1)

    setClock(Date.now() + 4 * day)
    expect(await shownTo(owner)).toBeNull()
    // The trial of ten days has no limit.
    expect(await roomFor(owner)).toBe(3)
  })

  test('are for members and for teams of the owner, too, and stay one team’s own', async ({ eve, owner }) => {
    await give(owner, { team_members: 2, teams: 2 })

    await inviteTo(owner, registration().email)
    const body = { email: registration().email, role: 'member', all_sites: true, site_ids: [] } as const
    expect((await owner.refused(sendInvitation, { params: { id: owner.teamId }, body })).status).toBe(422)
    await inviteTo(eve, registration().email)
    await inviteTo(eve, registration().email)

    const another = () => ({ body: { name: 'South', slug: registration().team_slug } })
    expect((await owner.call(createTeam, another())).status).toBe(201)
    expect((await owner.refused(createTeam, another())).status).toBe(422)
    expect((await eve.refused(createTeam, another())).status).toBe(422)
  })

  test('are shown with their reason to operators, to the owner and to admins, and told in the history', async () => {
    const owner = await newTeam(app, { team: 'Harbour' })
    const admin = await newMember(app, owner, 'admin')
    const member = await newMember(app, owner, 'member')
    const { body } = await give(owner, { sites: '40', team_members: 12 })

    const given = {
      sites: 40,
      team_members: 12,
      teams: null,
      reason: 'They move',
      ends_at: `${dayIn(3)}T23:59:59.999Z`,
    }
    expect(body).toEqual(given)
    for (const who of [owner, admin]) expect(await shownTo(who, owner.teamId)).toEqual(given)
    expect(await shownTo(member, owner.teamId)).toBeNull()
    const { team } = await boss.ask(showTeamProfile, { params: { id: owner.teamId } })
    expect(team.limits_override).toEqual(given)
    const told = async () => (await owner.ask(listHistory, { query: { resource: 'teams', limit: 1 } }))[0]
    const until = dayIn(3).split('-').reverse().join('/')
    expect((await told())?.summary).toBe(
      `Allowed the team Harbour 40 sites and 12 members until ${until}, as an operator, because: They move`,
    )

    await boss.call(endLimitsOverride, { params: { id: owner.teamId } })
    await boss.call(endLimitsOverride, { params: { id: owner.teamId } })
    expect(await shownTo(owner)).toBeNull()
    expect((await told())?.summary).toBe('Ended the limits that an operator had given the team Harbour')
  })

  test.each([
    [{ sites: '' }, 'sites'],
    [{ sites: 0 }, 'sites'],
    [{ sites: 1.5 }, 'sites'],
    [{ team_members: 'many' }, 'team_members'],
    [{ teams: 1_000_001 }, 'teams'],
    [{ sites: 5, reason: ' ' }, 'reason'],
    [{ sites: 5, reason: 'x'.repeat(256) }, 'reason'],
    [{ sites: 5, ends_at: '' }, 'ends_at'],
    [{ sites: 5, ends_at: '31/02/2030' }, 'ends_at'],
    [{ sites: 5, ends_at: '01/03/2020' }, 'ends_at'],
  ])('are not %j', async (body, field) => {
    const call = { params: { id: boss.teamId }, body: { ...terms(), ...body } }

    expect(Object.keys(await boss.invalid(overrideLimits, call))).toEqual([field])
  })
})

describe('the trial of a team', () => {
  const owner = prepared(() => newTeam(app))

  const change = (trial_ends_at: string) =>
    boss.ask(changeTrialEnd, { params: { teamId: owner.teamId }, body: { trial_ends_at } })

  test.each([
    ['31/12/2026', '2026-12-31T23:59:59.999Z'],
    ['2027-02-28', '2027-02-28T23:59:59.999Z'],
  ])('[API2G-23] is set by an operator to the end of %s', async (day, instant) => {
    expect(await change(day)).toMatchObject({ id: owner.teamId, trial_ends_at: instant })
    expect((await owner.ask(showTeam, { params: { id: owner.teamId } })).trial_ends_at).toBe(instant)
  })

  test('[STATE2-34] is in the profile and the list of teams by the time that it is answered', async () => {
    await change('30/06/2027')

    const at = '2027-06-30T23:59:59.999Z'
    expect((await boss.ask(showTeamProfile, { params: { id: owner.teamId } })).team.trial_ends_at).toBe(at)
    expect((await boss.ask(listAllTeams)).find(({ id }) => id === owner.teamId)?.trial_ends_at).toBe(at)
  })

  test('is told in the history of the team', async () => {
    await change('01/03/2027')

    expect((await owner.ask(listHistory, { query: { resource: 'teams' } }))[0]).toMatchObject({
      summary: expect.stringMatching(/^Changed the end of the trial of the team /),
      changes: [{ field: 'trial_ends_at', to: '01/03/2027' }],
    })
  })

  test.each(['', '31/02/2027', 'soon', '01/01/0099'])('is not set to %j', async (day) => {
    const call = { params: { teamId: owner.teamId }, body: { trial_ends_at: day } }

    expect(Object.keys(await boss.invalid(changeTrialEnd, call))).toEqual(['trial_ends_at'])
  })
})
