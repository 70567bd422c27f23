import { describe, expect, test } from 'vitest'
import { createApiToken } from '#schemas/resources/api-tokens.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { createShare, listShares, revokeShare } from '#schemas/resources/shares.ts'
import { allowShareLinks, currentTeam } from '#schemas/resources/teams.ts'
import { appUrl, startApp } from '#tests/support/app.ts'
import { prepared } from '#tests/support/prepared.ts'
import { newShare } from '#tests/support/shares.ts'
import { teamWithRecords } from '#tests/support/team-with-records.ts'
import { newMember, newTeam } from '#tests/support/teams.ts'

const app = prepared(() => startApp())
const team = prepared(() => teamWithRecords(app))

const day = 24 * 60 * 60 * 1000

describe('making a share link', () => {
  test('answers the link this once, with 256 bits, for 30 days unless another end is chosen', async () => {
    const { url, ...made } = await newShare(team.ann, { file_id: team.beside.id })
    const long = await newShare(team.ann, { file_id: team.beside.id, expires_in_days: 365 })

    expect(url).toMatch(new RegExp(`^${appUrl}/share/slk_[\\w-]{43}$`))
    expect(made).toMatchObject({
      kind: 'file',
      record_id: team.beside.id,
      name: 'Beside',
      state: 'open',
      locked: false,
      max_openings: null,
      openings: 0,
      downloads: 0,
      last_opened_at: null,
    })
    expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(30 * day)
    expect(Date.parse(long.expires_at) - Date.parse(long.created_at)).toBe(365 * day)
    expect(JSON.stringify(await team.ann.ask(listShares))).not.toContain('slk_')
  })

  test.each([
    [{}, 'file_id', 'Please name a file, a visit or a site.'],
    [{ expires_in_days: 366 }, 'expires_in_days', 'The number of days must be from 1 to 365.'],
    [{ expires_in_days: 0 }, 'expires_in_days', 'The number of days must be from 1 to 365.'],
    [{ max_openings: 0 }, 'max_openings', 'The number of openings must be from 1 to 1000.'],
    [{ password: 'short' }, 'password', 'The password must be at least 8 characters.'],
  ])('refuses %j', async (wrong, field, message) => {
    const body = field === 'file_id' ? wrong : { file_id: team.beside.id, ...wrong }

    expect((await team.ann.invalid(createShare, { body }))[field]).toEqual([message])
  })

  test('are listed for who reads the history, without their secrets, and made by nobody else', async () => {
    const auditor = await newMember(app, team.ann, 'auditor')

    expect(await auditor.ask(listShares)).toEqual(await team.ann.ask(listShares))
    expect((await auditor.refused(createShare, { body: { file_id: team.beside.id } })).status).toBe(403)
    expect((await (await newMember(app, team.ann, 'member')).refused(listShares)).status).toBe(403)
  })

  test('of two records, or of one in the trash or of another team, is refused', async () => {
    const file = await team.create.file(team.north.id, 'Short-lived')
    await team.ann.request('DELETE', `/api/file/${file.id}`)
    const stranger = await newTeam(app)
    const both = { file_id: team.beside.id, site_id: team.north.id }

    expect((await team.ann.refused(createShare, { body: both })).status).toBe(422)
    expect(await team.ann.invalid(createShare, { body: { file_id: file.id } })).toEqual({
      file_id: ['The selected file is invalid.'],
    })
    expect(await stranger.invalid(createShare, { body: { site_id: team.north.id } })).toEqual({
      site_id: ['The selected site is invalid.'],
    })
  })

  test('is for owner, admins and editors who see the files, within their scope', async () => {
    const body = { site_id: team.north.id }
    for (const role of ['member', 'auditor'] as const) {
      expect((await (await newMember(app, team.ann, role)).refused(createShare, { body })).status).toBe(403)
    }
    const blind = await newMember(app, team.ann, 'editor', { abilities: { files: { view: false } } })
    expect((await blind.refused(createShare, { body })).status).toBe(403)
    const elsewhere = await newMember(app, team.ann, 'editor', { clientId: team.zenith.id })
    expect((await elsewhere.refused(createShare, { body })).status).toBe(422)
    expect((await newShare(await newMember(app, team.ann, 'admin'), body)).name).toBe('North')
  })

  test('by a token needs the ability to share, and to see what is shared', async () => {
    const body = { file_id: team.beside.id }
    const post = async (abilities: ('share' | 'files.view')[]) => {
      const made = await team.ann.ask(createApiToken, { body: { name: 'Sharer', abilities } })
      const headers = { authorization: `Bearer ${made.token}` }
      return (await app.guest().request('POST', '/api/share', { headers, json: body })).status
    }

    expect(await post(['files.view'])).toBe(403)
    expect(await post(['share'])).toBe(403)
    expect(await post(['share', 'files.view'])).toBe(201)
  })
})

describe('the share links of a team', () => {
  test('lead nowhere while its owner has them off, and are as before once they are on again', async () => {
    const other = await teamWithRecords(app)
    const admin = await newMember(app, other.ann, 'admin')
    const { id, path } = await newShare(other.ann, { site_id: other.north.id })
    const file = `${path}/${other.beside.id}/download`
    const look = async (each: string) =>
      (await app.guest().request('GET', each, { headers: { accept: 'text/html' } })).status
    const turn = (share_links_allowed: boolean) => ({
      params: { id: other.ann.teamId },
      body: { share_links_allowed },
    })
    expect((await admin.refused(allowShareLinks, turn(false))).status).toBe(403)
    expect((await team.ann.refused(allowShareLinks, turn(false))).status).toBe(404)
    expect([await look(path), await look(file)]).toEqual([200, 200])

    expect((await other.ann.ask(allowShareLinks, turn(false))).share_links_allowed).toBe(false)

    expect([await look(path), await look(file)]).toEqual([404, 404])
    expect((await admin.ask(currentTeam)).share_links_allowed).toBe(false)
    expect(await other.ann.ask(listShares)).toMatchObject([{ id, state: 'paused', openings: 1 }])
    expect(await admin.refused(createShare, { body: { site_id: other.north.id } })).toMatchObject({
      status: 403,
      body: { message: 'Share links are off in this team. Its owner can turn them on in the settings.' },
    })
    expect((await other.ann.ask(listHistory, { query: { limit: 1 } }))[0]?.summary).toBe('Turned share links off')
    await other.ann.call(allowShareLinks, turn(true))
    expect([await look(path), await look(file)]).toEqual([200, 200])
    expect(await other.ann.ask(listShares)).toMatchObject([{ id, state: 'open', openings: 2 }])
    await other.ann.call(revokeShare, { params: { id } })
  })

  test('are listed with their use, newest first, to who sees the records, and narrowed to one record', async () => {
    const other = await teamWithRecords(app)
    const file = await newShare(other.ann, { file_id: other.beside.id })
    const site = await newShare(other.ann, { site_id: other.east.id })
    await app.guest().request('GET', file.path, { headers: { accept: 'text/html' } })
    await app.guest().request('GET', `${file.path}/${other.beside.id}/download`)
    const editor = await newMember(app, other.ann, 'editor', { clientId: other.zenith.id })

    const { body } = await other.ann.call(listShares)
    expect(body.map(({ id, openings, downloads }) => [id, openings, downloads])).toEqual([
      [site.id, 0, 0],
      [file.id, 1, 1],
    ])
    expect(body[1]?.last_opened_at).not.toBeNull()
    expect(await other.ann.ask(listShares, { query: { file_id: other.beside.id } })).toEqual([body[1]])
    expect((await editor.ask(listShares)).map(({ id }) => id)).toEqual([site.id])
    expect((await editor.refused(revokeShare, { params: { id: file.id } })).status).toBe(404)
    expect((await editor.call(revokeShare, { params: { id: site.id } })).status).toBe(204)
    expect((await other.ann.ask(listShares)).map(({ id }) => id)).toEqual([file.id])
    expect((await team.ann.refused(revokeShare, { params: { id: file.id } })).status).toBe(404)
  })

  test('lose those of records in the trash, and get them back', async () => {
    const other = await teamWithRecords(app)
    const { id, path } = await newShare(other.ann, { visit_id: other.spring.id })
    const look = async () => (await app.guest().request('GET', path, { headers: { accept: 'text/html' } })).status

    const { headers } = await other.ann.request('DELETE', `/api/client/${other.acme.id}`)
    expect([await other.ann.ask(listShares), await look()]).toEqual([[], 404])
    await other.ann.request('POST', `/api/trash/${headers.get('x-trash-id')}/restore`, { json: {} })
    expect((await other.ann.ask(listShares)).map((each) => each.id)).toEqual([id])
    expect(await look()).toBe(200)
  })
})
