import { describe, expect, test } from 'vitest'
import type { TeamId } from '#schemas/ids.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { showTeamProfile } from '#schemas/resources/kiosk-profiles.ts'
import { listAllTeams } from '#schemas/resources/kiosk-teams.ts'
import { changeTrialEnd } from '#schemas/resources/kiosk-trials.ts'
import { showTeam } from '#schemas/resources/teams.ts'
import { startApp } from '#tests/support/app.ts'
import { prepared } from '#tests/support/prepared.ts'
import { newTeam, registration } from '#tests/support/teams.ts'

const email = registration().email

describe('the trial of a team', () => {
  const app = prepared(() => startApp({ env: { operatorEmails: [email] } }))
  const boss = prepared(() => newTeam(app, { email }))
  const owner = prepared(() => newTeam(app))

  const change = (teamId: TeamId, trial_ends_at: string, by = boss) =>
    by.call(changeTrialEnd, { params: { teamId }, body: { trial_ends_at } })

  const refused = (teamId: TeamId, trial_ends_at: string, by = boss) =>
    by.refused(changeTrialEnd, { params: { teamId }, body: { trial_ends_at } })

  test.each([
    ['31/12/2026', '2026-12-31T23:59:59.999Z'],
    ['2027-02-28', '2027-02-28T23:59:59.999Z'],
  ])('[API2G-23] is set by an operator to the end of %s', async (day, instant) => {
    const { status, body } = await change(owner.teamId, day)

    expect(status).toBe(200)
    expect(body).toMatchObject({ id: owner.teamId, trial_ends_at: instant })
    expect((await owner.ask(showTeam, { params: { id: owner.teamId } })).trial_ends_at).toBe(instant)
  })

  test('[STATE2-34] is in the profile and the list of teams by the time that it is answered', async () => {
    await change(owner.teamId, '30/06/2027')

    const at = '2027-06-30T23:59:59.999Z'
    expect((await boss.ask(showTeamProfile, { params: { id: owner.teamId } })).team.trial_ends_at).toBe(at)
    expect((await boss.ask(listAllTeams)).find(({ id }) => id === owner.teamId)?.trial_ends_at).toBe(at)
  })

  test('is told in the history of the team', async () => {
    await change(owner.teamId, '01/03/2027')

    expect((await owner.ask(listHistory, { query: { resource: 'teams' } }))[0]).toMatchObject({
      summary: expect.stringMatching(/^Changed the end of the trial of the team /),
      changes: [{ field: 'trial_ends_at', to: '01/03/2027' }],
    })
  })

  test.each(['', '31/02/2027', 'soon', '01/01/0099'])('is not set to %j', async (day) => {
    const { status, body } = await refused(owner.teamId, day)

    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['trial_ends_at']])
  })
})
