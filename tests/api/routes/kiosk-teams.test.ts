import { describe, expect } from 'vitest'
import { ownedTeamsDecider } from '#api/domain/owned-teams.ts'
import { teamDecider } from '#api/domain/team.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import { ownedTeamsStream, teamStream } from '#api/event-store/streams.ts'
import { addClient, listClients } from '#schemas/resources/clients.ts'
import { listHistory } from '#schemas/resources/history.ts'
import {
  deleteTeamAsOperator,
  listAllTeams,
  listDeletedTeams,
  restoreTeam,
  searchTeams,
} from '#schemas/resources/kiosk-teams.ts'
import { eraseAccount } from '#schemas/resources/personal-data.ts'
import { createTeam, renameTeam, showTeam, switchTeam } from '#schemas/resources/teams.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { operatedApp } from '#tests/support/shared-app.ts'
import { newMember, newTeam, password, registration } from '#tests/support/teams.ts'

describe('operators', () => {
  const { app, test, boss } = operatedApp()

  const found = (query?: string) => boss.ask(searchTeams, { body: { query } })
  const idOf = ({ id }: { id: string }) => id

  test('[API2G-20] list all teams, newest first, page by page', async ({ owner }) => {
    const newest = await newTeam(app)
    const middle = owner

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

  test('[API2G-22] delete a team as its owner would', async ({ owner }) => {
    const params = { id: owner.teamId }

    expect((await boss.call(deleteTeamAsOperator, { params })).status).toBe(204)
    expect((await owner.refused(showTeam, { params })).status).toBe(404)
    expect(await found(owner.teamId)).toEqual([])
    expect((await load(app.ledger, ownedTeamsDecider, ownedTeamsStream(owner.userId))).size).toBe(0)
    const { body } = await boss.call(listHistory, { query: { team: owner.teamId, limit: 1 } })
    expect(body).toMatchObject([{ summary: expect.stringMatching(/^Deleted the team /), actor: { id: boss.userId } }])
    // The place that it took is free again.
    await owner.call(createTeam, { body: { name: 'Next', slug: registration().team_slug } })
    expect((await boss.refused(deleteTeamAsOperator, { params })).status).toBe(404)
  })

  describe('a deleted team', () => {
    const deletedTeam = async (changes?: object) => {
      const owner = await newTeam(app, changes)
      const params = { id: owner.teamId }
      const member = await newMember(app, owner, 'admin')
      const client = await owner.ask(addClient, { body: { name: 'Acme' } })
      await boss.call(deleteTeamAsOperator, { params })
      return { owner, member, params, client }
    }
    const isDeleted = async (id: string) => (await boss.ask(listDeletedTeams)).some((team) => team.id === id)

    test('[D-96] is listed, and restored with its members and records', async () => {
      const { owner, member, params, client } = await deletedTeam({ team: 'Harbour' })
      const { body } = await boss.call(listDeletedTeams)
      expect(body[0]).toMatchObject({ id: owner.teamId, name: 'Harbour', owner_id: owner.userId })
      const { deleted_at = '', restorable_until = '', deleted_by_user, owner: named } = body[0] ?? {}
      expect(Date.parse(restorable_until) - Date.parse(deleted_at)).toBe(30 * 24 * 60 * 60 * 1000)
      expect([deleted_by_user?.name, named?.name]).toEqual([expect.any(String), expect.stringMatching(/^Ann /)])

      await boss.call(restoreTeam, { params })
      await boss.call(restoreTeam, { params })

      expect(await isDeleted(params.id)).toBe(false)
      expect((await found('harbour')).map(idOf)).toEqual([params.id])
      const { users } = await member.ask(showTeam, { params })
      expect(users.map(({ id, role_on_current_team: role }) => [id, role]).toSorted()).toEqual(
        [
          [owner.userId, 'owner'],
          [member.userId, 'admin'],
        ].toSorted(),
      )
      await member.call(switchTeam, { params })
      expect(await member.ask(listClients)).toMatchObject([{ id: client.id, name: 'Acme' }])
      expect(await load(app.ledger, ownedTeamsDecider, ownedTeamsStream(owner.userId))).toEqual(new Set([params.id]))
      const history = await boss.ask(listHistory, { query: { team: params.id, limit: 2 } })
      expect(history.map(({ summary }) => summary)).toEqual(['Restored the team Harbour', 'Deleted the team Harbour'])
      expect(history[0]?.actor?.id).toBe(boss.userId)
    })

    test('[D-96] is gone for good after 30 days, and once its owner has no account', async () => {
      const late = await newTeam(app)
      const at = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000).toISOString()
      const { position } = await handle(
        app.ledger,
        teamDecider,
        teamStream(late.teamId),
        { type: 'DeleteTeam', by: late.userId },
        contextOf(late.teamId, late.userId, { at }),
      )
      const listed = await boss.ask(listDeletedTeams, {}, { headers: { 'x-min-position': position ?? '' } })
      expect(listed.map(idOf)).not.toContain(late.teamId)
      const gone = await newTeam(app)
      await gone.call(eraseAccount, { body: { current_password: password } })

      const refusals = [late, gone].map(({ teamId }) => boss.refused(restoreTeam, { params: { id: teamId } }))
      expect((await Promise.all(refusals)).map(({ status, body }) => [status, body.message])).toEqual([
        [409, 'The team was deleted more than 30 days ago, and cannot be restored.'],
        [409, 'The owner of the team has no account any more, so it cannot be restored.'],
      ])
    })
  })

  test('look for no more than 255 characters', async () => {
    expect(Object.keys(await boss.invalid(searchTeams, { body: { query: 'x'.repeat(256) } }))).toEqual(['query'])
  })
})
