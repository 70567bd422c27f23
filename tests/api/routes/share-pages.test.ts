import { unzipSync } from 'fflate'
import { describe, expect } from 'vitest'
import { fileDecider } from '#api/domain/file.ts'
import { handleNew } from '#api/event-store/handle-command.ts'
import { fileStream } from '#api/event-store/streams.ts'
import { FileId } from '#schemas/ids.ts'
import { mostSharedFiles } from '#schemas/limits/share-rules.ts'
import { deleteFile, updateFile } from '#schemas/resources/files.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { listShares, revokeShare } from '#schemas/resources/shares.ts'
import { deleteSite } from '#schemas/resources/sites.ts'
import { updateVisit } from '#schemas/resources/visits.ts'
import type { Caller } from '#tests/support/caller.ts'
import { setClock } from '#tests/support/clock.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { newFileId } from '#tests/support/new-ids.ts'
import { prepared } from '#tests/support/prepared.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { newShare } from '#tests/support/shares.ts'
import { teamWithRecords } from '#tests/support/team-with-records.ts'
import { newMember } from '#tests/support/teams.ts'

const { app, test } = sharedApp()
const team = prepared(() => teamWithRecords(app))

const accept = 'text/html'
const get = (path: string, guest: Caller = app.guest()) => guest.request('GET', path, { headers: { accept } })
const form = { accept, 'content-type': 'application/x-www-form-urlencoded' }
const unlock = (path: string, password: string, guest: Caller = app.guest()) =>
  guest.request('POST', path, { headers: form, text: new URLSearchParams({ password }).toString() })
const namesIn = (page: unknown) => [...String(page).matchAll(/<b>([^<]*)<\/b>/g)].map(([, name]) => name)
const historyOf = (resource: 'shares' | 'files') => team.ann.ask(listHistory, { query: { resource, limit: 5 } })

describe('the page of a share link', () => {
  test('shows a file to anyone, without an account, a cookie or a script', async () => {
    const { path } = await newShare(team.ann, { file_id: team.beside.id })

    const { status, body, headers } = await get(path)

    expect(status).toBe(200)
    expect(body).toContain('<h1>Beside</h1>')
    expect(body).toContain('File · North')
    expect(body).not.toMatch(/<script|https?:|Acme/)
    expect(namesIn(body)).toEqual(['Beside'])
    expect(Object.fromEntries(headers)).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; img-src 'self'; style-src 'sha256-[^']+'; /,
      ),
    })
    expect(headers.getSetCookie()).toEqual([])
  })

  test('reads no session, and renews none', async () => {
    const { path } = await newShare(team.ann, { file_id: team.beside.id })

    const { status, headers } = await get(path, team.ann)

    expect([status, headers.getSetCookie()]).toEqual([200, []])
    expect((await historyOf('shares'))[0]).toMatchObject({ type: 'ShareOpened', actor: null })
  })

  test('gives the files as they came, to be saved', async () => {
    const { path } = await newShare(team.ann, { file_id: team.beside.id })
    const own = await team.ann.request('GET', `/file/${team.beside.id}/download`)

    const { status, body, headers } = await get(`${path}/${team.beside.id}/download`)

    expect([status, body]).toEqual([200, own.body])
    expect(headers.get('content-disposition')).toBe('attachment; filename=Beside.pdf')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow, noarchive')
  })

  test('of a visit and of a site shows the files that are there by then, and no others', async () => {
    const visit = await newShare(team.ann, { visit_id: team.spring.id })
    const site = await newShare(team.ann, { site_id: team.north.id })
    const later = await team.create.file(team.north.id, 'Later', { visit_id: team.spring.id })
    await team.create.file(team.south.id, 'Elsewhere')

    expect(namesIn((await get(visit.path)).body)).toEqual(['Later', 'Of spring'])
    expect(namesIn((await get(site.path)).body)).toEqual(['Later', 'Beside', 'Of spring'])
    expect((await get(`${visit.path}/${team.beside.id}/download`)).status).toBe(404)
    expect((await get(`${site.path}/${team.beside.id}/download`)).status).toBe(200)
    await team.ann.call(deleteFile, { params: { id: later.id } })
    expect(namesIn((await get(visit.path)).body)).toEqual(['Of spring'])
    expect((await get(`${site.path}/${later.id}/download`)).status).toBe(404)
  })

  test('shows no file that has left what was shared', async () => {
    const spring = await team.create.visit(team.north.id, 'Left')
    const file = await team.create.file(team.north.id, 'Mover', { visit_id: spring.id })
    const ofVisit = await newShare(team.ann, { visit_id: spring.id })
    const ofSite = await newShare(team.ann, { site_id: team.north.id })

    const { name, started_at, ended_at } = spring
    const moved = { name, site_id: team.south.id, started_at, ended_at }
    await team.ann.call(updateVisit, { params: { id: spring.id }, body: moved })
    expect((await get(`${ofSite.path}/${file.id}/download`)).status).toBe(404)
    expect(namesIn((await get(ofVisit.path)).body)).toEqual(['Mover'])
    await team.ann.call(updateFile, { params: { id: file.id }, body: { name: 'Mover', visit_id: null } })
    expect(namesIn((await get(ofVisit.path)).body)).toEqual([])
    expect((await get(`${ofVisit.path}/${file.id}/download`)).status).toBe(404)
  })
})

describe('a link to more files than a page shows', () => {
  test('leads from page to page without an account, and its zip file has the newest', async () => {
    const site = await team.create.site(team.acme.id, 'Many files')
    const first = await team.create.file(site.id, 'The first')
    const uploaded = await app.ledger.read(fileStream(FileId.parse(first.id)))
    const data = uploaded.find((event) => event.type === 'FileUploaded')?.data
    if (!data) throw new Error('There is no file')
    const context = () => contextOf(team.ann.teamId, team.ann.userId)
    for (let n = 1; n <= mostSharedFiles; n += 1) {
      const file = { ...data, fileId: newFileId(), name: `File ${n}` }
      await handleNew(app.ledger, fileDecider, fileStream(file.fileId), { type: 'UploadFile', file }, context())
    }
    await team.create.file(site.id, 'The last')
    const { path } = await newShare(team.ann, { site_id: site.id })

    const page = String((await get(path)).body)

    expect(namesIn(page)).toHaveLength(mostSharedFiles)
    expect(namesIn(page)[0]).toBe('The last')
    expect(page).toContain('1,002 files in all, newest first.')
    expect(page).toMatch(/>Download the newest 1,000 \([^)]+\)</)
    const [, next = ''] = page.match(/rel="next" href="([^"]+)"/) ?? []
    const rest = await get(next.replaceAll('&amp;', '&'))
    expect(rest.status).toBe(200)
    expect(new Set([...namesIn(page), ...namesIn(rest.body)]).size).toBe(mostSharedFiles + 2)
    expect(rest.body).not.toMatch(/rel="next"|\/zip"/)
    expect((await get(`${path}?cursor=nonsense`)).status).toBe(400)
    const locked = await newShare(team.ann, { site_id: site.id, password: 'lock 7 and key' })
    const guarded = await get(locked.path + next.slice(path.length))
    expect(namesIn(guarded.body)).toEqual([])
    expect(guarded.body).toContain('protected by a password')
  })
})

describe('all files of a link', () => {
  test('are one zip file, whose folders are the visits, and one entry of the history', async () => {
    const site = await team.create.site(team.acme.id, 'Zipped')
    const visit = await team.create.visit(site.id, 'Autumn')
    for (const name of ['Plan', 'Plan']) await team.create.file(site.id, name)
    await team.create.file(site.id, 'Report', { visit_id: visit.id })
    const { path, id } = await newShare(team.ann, { site_id: site.id })
    expect((await get(path)).body).toMatch(new RegExp(`href="${path}/zip">Download all \\([^)]+\\)<`))

    const answer = await fetch(`${app.url}${path}/zip`)

    expect(answer.headers.get('content-disposition')).toBe('attachment; filename=Zipped.zip')
    expect(Object.keys(unzipSync(new Uint8Array(await answer.arrayBuffer()))).sort()).toEqual([
      'Autumn/Report.pdf',
      'Plan (2).pdf',
      'Plan.pdf',
    ])
    expect((await historyOf('shares'))[0]?.summary).toBe('Downloaded 3 files via the share link of the site Zipped')
    const { body } = await team.ann.call(listShares, { query: { site_id: site.id } })
    expect(body.find((each) => each.id === id)).toMatchObject({ openings: 1, downloads: 3 })
  })

  test('of one file, of a locked link, and of none are no zip file', async () => {
    const one = await newShare(team.ann, { file_id: team.beside.id })
    const locked = await newShare(team.ann, { site_id: team.north.id, max_openings: 1 })
    const site = await team.create.site(team.acme.id, 'Empty')
    const empty = await newShare(team.ann, { site_id: site.id })

    expect((await get(one.path)).body).not.toContain('/zip')
    for (const { path } of [locked, empty]) expect((await get(`${path}/zip`)).status).toBe(404)
  })
})

describe('a link that leads nowhere', () => {
  const gone = async (path: string, guest?: Caller) => {
    const { status, body, headers } = await get(path, guest)
    expect([status, headers.get('referrer-policy')]).toEqual([404, 'no-referrer'])
    return body
  }

  test('is answered alike, whether it was revoked, has ended, is used up, lost its record or never was', async () => {
    const client = await team.create.client('Gone')
    const site = await team.create.site(client.id, 'Closed')
    const links = {
      revoked: await newShare(team.ann, { file_id: team.beside.id }),
      ended: await newShare(team.ann, { file_id: team.beside.id, expires_in_days: 1 }),
      usedUp: await newShare(team.ann, { file_id: team.beside.id, max_openings: 1 }),
      lost: await newShare(team.ann, { site_id: site.id }),
    }
    for (const { path } of Object.values(links)) expect((await get(path)).status).toBe(200)

    await team.ann.call(revokeShare, { params: { id: links.revoked.id } })
    await unlock(links.usedUp.path, '')
    await team.ann.call(deleteSite, { params: { id: site.id } })
    const never = await gone(`/share/slk_${'x'.repeat(43)}`)
    expect(await gone(links.revoked.path)).toBe(never)
    expect(await gone(links.usedUp.path)).toBe(never)
    expect(await gone(links.lost.path)).toBe(never)
    expect(await gone(`/share/nonsense/${team.beside.id}/download`)).toBe(never)
    expect(await gone(`${links.revoked.path}/nonsense/thumbnail`)).toBe(never)
    expect((await unlock(links.revoked.path, '')).status).toBe(404)
    setClock(Date.now() + 24 * 60 * 60 * 1000)
    expect(await gone(links.ended.path)).toBe(never)
    expect(await gone(`${links.ended.path}/${team.beside.id}/download`)).toBe(never)
  })
})

describe('a link with a password', () => {
  const password = 'lock 7 and key'

  test('tells nothing before it is given, and opens for an hour in that browser', async ({ guest }) => {
    const { path, id } = await newShare(team.ann, { site_id: team.north.id, password })

    const locked = await get(path, guest)
    expect([locked.status, locked.headers.getSetCookie()]).toEqual([200, []])
    expect(locked.body).toContain('This link is protected by a password.')
    expect(locked.body).not.toMatch(/North|Team/)
    expect((await get(`${path}/${team.beside.id}/download`, guest)).status).toBe(404)

    const opened = await unlock(path, password, guest)
    expect([opened.status, opened.headers.get('location')]).toEqual([303, path])
    const [cookie] = opened.headers.getSetCookie()
    expect(cookie).toMatch(/^siteledger-share=\d{13}\.[0-9a-f]{64}; Max-Age=3600; /)
    expect(cookie).toContain(`Path=${path}; `)
    expect(cookie).toMatch(/HttpOnly; SameSite=Lax/)
    expect(namesIn((await get(path, guest)).body)).toContain('Beside')
    expect((await get(`${path}/${team.beside.id}/download`, guest)).status).toBe(200)
    expect((await get(path, app.guest())).body).toBe(locked.body)

    const other = await newShare(team.ann, { site_id: team.south.id, password })
    expect((await get(other.path, guest)).body).toContain('protected by a password')
    const { body } = await team.ann.call(listShares, { query: { site_id: team.north.id } })
    expect(body.find((each) => each.id === id)).toMatchObject({ locked: true, openings: 1, downloads: 1 })
    setClock(Date.now() + 60 * 60 * 1000)
    expect((await get(path, guest)).body).toBe(locked.body)
  })

  test('asks again after a wrong one, and no more than five times a minute', async () => {
    const { path } = await newShare(team.ann, { file_id: team.beside.id, password })

    const wrong = await unlock(path, 'lock 8 and key')
    expect([wrong.status, wrong.headers.getSetCookie()]).toEqual([422, []])
    expect(wrong.body).toContain('The password is not right. Please try again.')
    for (let tries = 1; tries < 5; tries += 1) await unlock(path, 'guess')
    const throttled = await unlock(path, password)
    expect([throttled.status, throttled.headers.get('retry-after')]).toEqual([429, expect.any(String)])
    expect(throttled.body).toContain('Too many attempts.')
    expect(app.logged.filter((line) => line.includes('"password_refused"'))).toHaveLength(5)
  })
})

describe('a link with a limit of openings', () => {
  test('counts who asks for it to be opened, and not who looks whether it is there', async ({ guest }) => {
    const { path, id } = await newShare(team.ann, { file_id: team.beside.id, max_openings: 1 })
    for (let looks = 0; looks < 3; looks += 1) {
      expect((await get(path)).body).toContain('This link can be opened a limited number of times.')
    }

    expect((await unlock(path, '', guest)).status).toBe(303)
    expect(namesIn((await get(path, guest)).body)).toEqual(['Beside'])
    expect((await get(`${path}/${team.beside.id}/download`, guest)).status).toBe(200)
    expect((await unlock(path, '')).status).toBe(404)
    expect((await get(path)).status).toBe(404)
    const { body } = await team.ann.call(listShares, { query: { file_id: team.beside.id } })
    expect(body.find((each) => each.id === id)).toMatchObject({ openings: 1, state: 'used-up' })
  })
})

describe('the history', () => {
  test('tells of every opening and download, to who sees the record, and of nobody who followed the link', async () => {
    const { path } = await newShare(team.ann, { visit_id: team.spring.id })
    await get(path)
    await get(`${path}/${team.ofSpring.id}/download`)
    await app.guest().request('HEAD', path, { headers: { accept } })

    const entries = await historyOf('shares')

    expect(entries.slice(0, 3).map(({ summary, actor, via }) => [summary, actor?.id, via.kind])).toEqual([
      ['Downloaded the file Of spring via the share link of the visit Spring', undefined, 'share'],
      ['Opened the share link of the visit Spring', undefined, 'share'],
      ['Made a share link for the visit Spring', team.ann.userId, 'session'],
    ])
    expect(entries[2]?.changes.map(({ field }) => field)).toEqual(['ends_at'])
    const ofFile = await team.ann.request('GET', `/api/file/${team.ofSpring.id}/history`)
    expect((ofFile.body as { type: string }[])[0]?.type).toBe('SharedFilesDownloaded')
    const limits = { clientId: team.zenith.id, siteIds: null }
    const auditor = await newMember(app, team.ann, 'auditor', limits)
    expect(await auditor.ask(listHistory, { query: { resource: 'shares' } })).toEqual([])
  })

  test('and the log of the processes never hold the secret of a link, nor its password', async ({ guest }) => {
    const password = 'never written down'
    const { path } = await newShare(team.ann, { file_id: team.beside.id, password })
    const secret = path.slice('/share/'.length)
    await unlock(path, 'wrong one', guest)
    await unlock(path, password, guest)
    await get(`${path}/${team.beside.id}/download`, guest)

    const events = JSON.stringify(await historyOf('shares'))
    const streams: unknown[] = []
    for (const { id } of await team.ann.ask(listShares)) streams.push(...(await app.ledger.read(`share-${id}`)))
    const recorded = JSON.stringify(streams, (_, value) => (typeof value === 'bigint' ? String(value) : value))

    expect(recorded).toContain('ShareCreated')
    for (const text of [events, recorded, app.logged.join()]) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain(password)
    }
  })
})
