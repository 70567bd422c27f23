import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { deleteTeam } from '#schemas/resources/teams.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { startFullApp } from '#tests/support/full-app.ts'
import { newTeam } from '#tests/support/teams.ts'
import { siteledger, withToken } from '#tests/support/terminal.ts'

const app = await startFullApp({ env: { operatorEmails: ['olga@example.com'] } })
const operator = await newTeam(app, { email: 'olga@example.com' })
const owner = await newTeam(app, { name: 'Ann Archer', team: 'Northgate', team_slug: 'northgate' })
const env = await withToken(app, operator, ['operate'])
afterAll(() => app.close())

const kiosk = (...args: string[]) => siteledger(env, 'kiosk', ...args)
/** The exit code, and what was printed. */
const said = async (...args: string[]) => {
  const { code, stdout, stderr } = await kiosk(...args)
  return `${code}: ${stdout}${stderr}`
}

describe('the kiosk in a terminal', () => {
  it('is for operators', async () => {
    const others = await withToken(app, owner, ['clients.view'])
    const ends = [
      await siteledger(others, 'kiosk', 'teams', 'list'),
      await siteledger(others, 'kiosk', 'users', 'search'),
    ]

    expect(ends.map(({ code, stdout }) => [code, stdout])).toStrictEqual([
      [77, ''],
      [77, ''],
    ])
  })

  it('finds users, shows one, and gives a discount', async () => {
    const found = await kiosk('users', 'search', 'archer')
    expect(found.stdout).toMatch(
      new RegExp(`^Name\\tEmail\\tSince\\tId\\nAnn Archer\\t${owner.email}\\t\\S+\\t${owner.userId}\\n$`),
    )
    expect((await kiosk('users', 'show', owner.userId)).stdout).toMatch(/\nteams +Northgate \(owner\)\n/)
    expect((await kiosk('users', 'show', owner.userId, '--json')).json()).toMatchObject({ user: { id: owner.userId } })

    const terms = ['--percent', '--duration', 'repeating', '--months', '3']
    expect(await said('users', 'discount', owner.userId, '20', ...terms)).toBe(
      '0: The user has a discount. It waits for a subscription.\n',
    )
    expect(await said('users', 'discount', owner.userId, '200', '--percent')).toBe(
      '1: siteledger: The value may not be greater than 100 percent.\n',
    )
    expect(await said('users', 'show', operator.teamId)).toBe(
      '1: siteledger: Not found: it does not exist, or you may not see it.\n',
    )
  })

  it('lists and finds teams, shows one, and moves the end of its trial', async () => {
    const listed = (await kiosk('teams', 'list', '--json')).json() as { id: string }[]
    expect(listed.map(({ id }) => id)).toStrictEqual([owner.teamId, operator.teamId])
    expect((await kiosk('teams', 'search', 'north ann')).stdout).toMatch(/\nNorthgate\t+northgate\t+Ann Archer\t+/)

    expect(await said('teams', 'trial', owner.teamId, '31/12/2030')).toBe(
      '0: The trial of Northgate ends at 2030-12-31T23:59:59.999Z.\n',
    )
    expect(await said('teams', 'trial', owner.teamId, '31/02/2030')).toBe(
      '1: siteledger: The trial ends at is not a valid date.\n',
    )
    expect((await kiosk('teams', 'show', owner.teamId)).stdout).toMatch(/\ntrial_until +2030-12-31 23:59\n/)
    expect(await said('teams', 'discount', owner.teamId, '5')).toMatch(/^0: /)
  })

  it('gives a team other limits, shows them, and ends them', async () => {
    const until = ['--until', '31/12/2030']
    const why = ['--reason', 'They move']
    expect(await said('teams', 'limits', owner.teamId, '--sites', '40', '--members', '12', ...until, ...why)).toBe(
      '0: The team has 40 sites and 12 members until 2030-12-31.\n',
    )
    expect((await kiosk('teams', 'show', owner.teamId)).stdout).toContain(
      'limits        40 sites and 12 members until 2030-12-31, because: They move\n',
    )
    expect(await said('teams', 'limits', owner.teamId, '--sites', '40', ...why)).toBe(
      '1: siteledger: The ends at field is required.\n',
    )
    expect(await said('teams', 'limits', owner.teamId, '--end')).toBe(
      '0: The team has the limits of its plan or trial.\n',
    )
  })

  it('lists deleted teams, and restores one', async () => {
    const gone = await newTeam(app, { name: 'Bob Baker', team: 'Southgate', team_slug: 'southgate' })
    await gone.call(deleteTeam, { params: { id: gone.teamId } })

    const { stdout } = await kiosk('teams', 'deleted')
    expect(stdout).toMatch(
      new RegExp(`\\nSouthgate\t+southgate\t+Bob Baker\t+\\S+\t+Bob Baker\t+\\S+\t+${gone.teamId}\\n`),
    )
    expect(await said('teams', 'restore', gone.teamId)).toBe('0: The team is restored.\n')
    expect((await kiosk('teams', 'deleted', '--json')).json()).toStrictEqual([])
    await gone.call(deleteTeam, { params: { id: gone.teamId } })
  })

  it('shows revenue, plans and trials', async () => {
    const shown = await kiosk('metrics')
    expect(shown.stdout).toMatch(
      /^monthly_recurring_revenue +0\.00\n(.+\n)+total_trial_users +2\n(.+\n)+\nPlan\tInterval\tSubscribers\tTrialing\n/,
    )
    expect((await kiosk('metrics', '--json')).json()).toMatchObject({
      revenue: { totalVolume: 0 },
      trialing: 2,
      last_year: null,
      indicators: expect.arrayContaining([expect.objectContaining({ daily_volume: 0 })]),
    })
  })

  it('shows storage, and what came day by day', async () => {
    expect((await kiosk('storage')).stdout).toMatch(/^log +in an EventStoreDB\nread_models +[\d.]+ \w?B\n(.+\n)+/)
    expect((await kiosk('storage', '--json')).json()).toMatchObject({ newest_backup: null, teams: expect.any(Array) })
    expect((await kiosk('traffic')).stdout).toMatch(
      /^Day\t+Events\t+Log grew by\t+Mails sent\t+.+\n.*\n?\d{4}-\d\d-\d\d\t+\d+\t+/,
    )
  })

  it('invites somebody to found a team, again, and takes that back', async () => {
    const logo = join(temporaryFolder(), 'logo.png')
    await writeFile(logo, 'no picture')
    const whom = ['guest@example.com', 'Gus Guest', 'Southgate']
    expect(await said('invitations', 'send', ...whom, '--logo', logo)).toBe('1: siteledger: Invalid file type.\n')
    const { id } = (await kiosk('invitations', 'send', ...whom, '--json')).json() as { id: string }
    expect((await kiosk('invitations', 'list')).stdout).toMatch(/\nSouthgate\t+Gus Guest\t+guest@example\.com\t+/)

    expect(await said('invitations', 'resend', id)).toBe('0: The invitation was sent again.\n')
    expect(await said('invitations', 'cancel', id)).toBe('0: The invitation is cancelled.\n')
    expect((await kiosk('invitations', 'list', '--json')).json()).toStrictEqual([])
  })

  it('publishes, edits and deletes an announcement', async () => {
    const half = await said('announcements', 'publish', 'News', '--action-text', 'Read')
    expect(half).toBe('1: siteledger: The action url field is required when there is an action text.\n')
    const button = ['--action-text', 'Read', '--action-url', '/terms']
    const { id } = (await kiosk('announcements', 'publish', 'News', ...button, '--json')).json() as { id: string }
    const { stdout } = await kiosk('announcements', 'edit', id, 'Old news', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ body: 'Old news', action_text: 'Read', action_url: '/terms' })
    expect((await kiosk('announcements', 'list')).stdout).toMatch(/\n\S+\t+Old news\t+\/terms\t+/)

    expect(await said('announcements', 'delete', id)).toMatch(/^2: /)
    expect(await said('announcements', 'delete', id, '--yes')).toBe('0: The announcement is gone.\n')
    expect((await kiosk('announcements', 'list', '--json')).json()).toStrictEqual([])
  })

  it('[D-106] tells what operators did, by whom, of what kind and when', async () => {
    const all = await kiosk('history', '--limit', '1000')
    expect(all.stdout).toMatch(/\n\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}.+: Restored the team Southgate\n/)
    expect(all.stdout).toContain('Published an announcement')

    const teams = await kiosk('history', '--by', 'OLGA@example.com', '--kind', 'teams', '--from', '01/01/2026')
    expect(teams.stdout).toContain(': Restored the team Southgate\n')
    expect(teams.stdout).not.toContain('Published an announcement')
    expect((await kiosk('history', '--limit', '1', '--json')).json()).toMatchObject({ actor: { id: operator.userId } })
    expect(await said('history', '--to', '01/01/2020')).toBe('0: Nothing to show.\n')
    expect(await said('history', '--by', owner.email)).toBe(
      `1: siteledger: No operator is called "${owner.email}". Pass the id of a former one.\n`,
    )
    expect(await said('history', '--kind', 'nonsense')).toMatch(/^2: /)
  })

  it('sends the link that verifies an address again, and signs a user out everywhere', async () => {
    const bob = await newTeam(app, { name: 'Bob Baker' })
    expect(await said('users', 'send-proof', bob.userId)).toBe(
      '0: The link is sent, unless the address is verified already.\n',
    )
    expect(await said('users', 'sign-out', bob.userId)).toMatch(/^2: /)
    expect((await bob.call(currentUser)).status).toBe(200)
    expect(await said('users', 'sign-out', bob.userId, '--yes')).toBe('0: The user is signed out everywhere.\n')
    expect((await bob.refused(currentUser)).status).toBe(401)
    expect(await said('users', 'sign-out', operator.teamId, '--yes')).toMatch(/^1: /)
  })
})
