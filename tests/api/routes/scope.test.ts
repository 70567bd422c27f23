import { describe, expect, test } from 'vitest'
import { addClient, listClients, updateClient } from '#schemas/resources/clients.ts'
import { listFiles, listFilesOfClient, uploadFile } from '#schemas/resources/files.ts'
import { addSite, listSites, listSitesOfClient } from '#schemas/resources/sites.ts'
import { addVisit, listVisits, listVisitsOfClient } from '#schemas/resources/visits.ts'
import { startApp } from '#tests/support/app.ts'
import { prepared } from '#tests/support/prepared.ts'
import { type Member, newMember, newTeam } from '#tests/support/teams.ts'

const day = '01/04/2026'

const pdf = () => new File([Buffer.from('%PDF-1.4\n%%EOF\n')], 'plan.pdf', { type: 'application/pdf' })

/** A site with one visit, one file of the visit and one file beside it. */
const furnish = async (owner: Member, clientId: string, name: string) => {
  const site = (await owner.call(addSite, { body: { name, client_id: clientId } })).body
  const visit = (await owner.call(addVisit, { body: { name, site_id: site.id, started_at: day, ended_at: day } })).body
  const upload = async (body: object) =>
    (await owner.call(uploadFile, { body: { name, site_id: site.id, ...body } }, { file: pdf() })).body
  const ofVisit = await upload({ visit_id: visit.id })
  const beside = await upload({})
  return { site, visit, files: [ofVisit, beside] }
}

describe('a member with limits', () => {
  const app = prepared(() => startApp())
  const owner = prepared(() => newTeam(app))
  const acme = prepared(() => build())

  const build = async () => {
    const client = (await owner.call(addClient, { body: { name: 'Acme' } })).body
    const other = (await owner.call(addClient, { body: { name: 'Zenith' } })).body
    const first = await furnish(owner, client.id, 'First')
    const second = await furnish(owner, client.id, 'Second')
    const foreign = await furnish(owner, other.id, 'Foreign')
    return { client, other, first, second, foreign }
  }

  const seen = async (member: Member) => ({
    clients: (await member.call(listClients)).body.map(({ name, site_count }) => [name, site_count]),
    sites: (await member.call(listSites)).body.map(({ name }) => name),
    visits: (await member.call(listVisits)).body.map(({ name }) => name).sort(),
    files: (await member.call(listFiles)).body.map(({ name }) => name).sort(),
    filesInAll: (await member.call(listFiles)).headers.get('x-total-count'),
  })

  test('[ABIL-26] of one client sees that client and what hangs on it', async () => {
    const member = await newMember(app, owner, 'member', { clientId: acme.client.id })

    expect(await seen(member)).toEqual({
      clients: [['Acme', 2]],
      sites: ['First', 'Second'],
      visits: ['First', 'Second'],
      files: ['First', 'First', 'Second', 'Second'],
      filesInAll: '4',
    })
  })

  test('[ABIL-26] of chosen sites sees those, and a client with so many sites', async () => {
    const member = await newMember(app, owner, 'member', {
      clientId: acme.client.id,
      siteIds: [acme.first.site.id],
    })

    expect(await seen(member)).toEqual({
      clients: [['Acme', 1]],
      sites: ['First'],
      visits: ['First'],
      files: ['First', 'First'],
      filesInAll: '2',
    })
    const ofClient = { params: { id: acme.client.id } }
    expect((await member.call(listSitesOfClient, ofClient)).body).toHaveLength(1)
    expect((await member.call(listVisitsOfClient, ofClient)).body).toHaveLength(1)
    expect((await member.call(listFilesOfClient, ofClient)).body).toHaveLength(2)
  })

  test('of no site that is left sees none', async () => {
    const member = await newMember(app, owner, 'member', { clientId: acme.client.id, siteIds: [] })

    expect(await seen(member)).toMatchObject({ clients: [['Acme', 0]], sites: [], visits: [], files: [] })
  })

  test('receives only changes inside the scope', async () => {
    const member = await newMember(app, owner, 'member', {
      clientId: acme.client.id,
      siteIds: [acme.first.site.id],
    })
    const stop = new AbortController()
    const answer = await fetch(`${app.url}/api/stream`, {
      headers: { cookie: member.cookie() ?? '' },
      signal: stop.signal,
    })
    const visitAt = async (site: { id: string }) =>
      (await owner.call(addVisit, { body: { name: 'Live', site_id: site.id, started_at: day, ended_at: day } })).body.id

    const outside = await visitAt(acme.second.site)
    const foreign = await visitAt(acme.foreign.site)
    const inside = await visitAt(acme.first.site)
    let heard = ''
    for await (const part of answer.body ?? []) {
      heard += Buffer.from(part).toString()
      if (heard.includes(inside)) break
    }

    expect(heard).not.toContain(outside)
    expect(heard).not.toContain(foreign)
    stop.abort()
  })

  test('sees a colleague’s change with the next request, each within their own scope', async () => {
    const client = (await owner.call(addClient, { body: { name: 'Beta' } })).body
    const limited = await newMember(app, owner, 'member', { clientId: acme.client.id })
    const query = { limit: 2 }
    const names = async (reader: Member) => (await reader.call(listClients, { query })).body.map(({ name }) => name)

    for (const _ of ['asked', 'asked again']) {
      expect([await names(owner), await names(limited)]).toEqual([['Acme', 'Beta'], ['Acme']])
    }
    await owner.call(updateClient, { params: { id: client.id }, body: { name: 'Abacus' } })
    expect([await names(owner), await names(limited)]).toEqual([['Abacus', 'Acme'], ['Acme']])
  })

  test('loses what is outside with the next request after being limited', async () => {
    const member = await newMember(app, owner, 'editor')
    expect((await member.call(listSites)).body.length).toBeGreaterThan(1)
    expect((await member.call(listSites)).body).toEqual((await owner.call(listSites)).body)

    await owner.request('PUT', `/settings/teams/${owner.teamId}/members/${member.userId}`, {
      json: { role: 'member', client_id: acme.client.id, all_sites: false, site_ids: [acme.second.site.id] },
    })

    expect((await member.call(listSites)).body.map(({ name }) => name)).toEqual(['Second'])
  })
})
