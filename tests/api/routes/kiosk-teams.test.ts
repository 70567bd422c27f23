import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownedTeamsDecider } from '#api/domain/owned-teams.ts'
import { load } from '#api/event-store/handle-command.ts'
import { ownedTeamsStream } from '#api/event-store/streams.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { deleteTeamAsOperator, listAllTeams, searchTeams } from '#schemas/resources/kiosk-teams.ts'
import { createTeam, renameTeam, showTeam } from '#schemas/resources/teams.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { newTeamId } from '#tests/support/new-ids.ts'
import { type Member, newTeam, registration } from '#tests/support/teams.ts'

const email = registration().email

describe('operators', () => {
  let app: TestApp
  let boss: Member

  const found = async (query?: string) => (await boss.call(searchTeams, { body: { query } })).body
  const idOf = ({ id }: { id: string }) => id

  beforeAll(async () => {
    app = await startApp({ env: { operatorEmails: [email] } })
    boss = await newTeam(app, { email })
  })
  afterAll(() => app.close())

  test('[API2G-20] list all teams, newest first, page by page', async () => {
    const owner = await newTeam(app)
    const [newest, middle] = [await newTeam(app), owner]

    const first = await boss.call(listAllTeams, { query: { limit: 1 } })
    expect(first.body).toMatchObject([
      { id: newest.teamId, owner_id: newest.userId, owner: { name: expect.stringMatching(/^Ann /) }, photo_url: null },
    ])
    expect(first.body[0]).toMatchObject({ subscriptions: [], trial_ends_at: expect.any(String) })
    expect(first.headers.get('x-total-count')).toBe('3')
    const cursor = /cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const rest = await boss.call(listAllTeams, { query: { cursor: decodeURIComponent(cursor) } })
    expect(rest.body.map(idOf)).toEqual([middle.teamId, boss.teamId])
  })

  test('[API2G-21] look for teams by name, slug and owner, or by id', async () => {
    const owner = await newTeam(app, { name: 'Zoë Quist', team: 'Wärme', team_slug: 'w-47' })

    for (const query of ['warme', 'W-47 zoe', 'quist WÄRME', owner.email, owner.teamId]) {
      expect((await found(query)).map(idOf), query).toEqual([owner.teamId])
    }
    expect(await found('warme nobody')).toEqual([])
    await owner.call(renameTeam, { params: { id: owner.teamId }, body: { name: 'Kälte' } })
    expect(await found('warme')).toEqual([])
    expect((await found('kalte w-47')).map(idOf)).toEqual([owner.teamId])
    expect((await found())[0]?.id).toBe(owner.teamId)
  })

  test('[API2G-22] delete a team as its owner would', async () => {
    const owner = await newTeam(app)
    const params = { id: owner.teamId }

    const { status } = await boss.call(deleteTeamAsOperator, { params })

    expect(status).toBe(204)
    expect((await owner.refused(showTeam, { params })).status).toBe(404)
    expect(await found(owner.teamId)).toEqual([])
    expect((await load(app.ledger, ownedTeamsDecider, ownedTeamsStream(owner.userId))).size).toBe(0)
    const { body } = await boss.call(listHistory, { query: { team: owner.teamId, limit: 1 } })
    expect(body).toMatchObject([{ summary: expect.stringMatching(/^Deleted the team /), actor: { id: boss.userId } }])
    // The place that it took is free again.
    await owner.call(createTeam, { body: { name: 'Next', slug: registration().team_slug } })
    expect((await boss.refused(deleteTeamAsOperator, { params })).status).toBe(404)
  })

  test('[API2G-20] [API2G-21] [API2G-22] alone may do that, with teams that there are', async () => {
    const owner = await newTeam(app)
    const params = { id: owner.teamId }

    for (const who of [owner, app.guest()]) {
      expect((await who.refused(listAllTeams)).status).toBe(404)
      expect((await who.refused(searchTeams, { body: {} })).status).toBe(404)
      expect((await who.refused(deleteTeamAsOperator, { params })).status).toBe(404)
    }
    expect((await boss.refused(deleteTeamAsOperator, { params: { id: newTeamId() } })).status).toBe(404)
    const { status, body } = await boss.refused(searchTeams, { body: { query: 'x'.repeat(256) } })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['query']])
  })
})
