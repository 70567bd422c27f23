import { describe, expect, test } from 'vitest'
import { addClient, listClients, updateClient } from '#schemas/resources/clients.ts'
import { listFiles, uploadFile } from '#schemas/resources/files.ts'
import { addSite, listSites } from '#schemas/resources/sites.ts'
import { addVisit, listVisits } from '#schemas/resources/visits.ts'
import { startApp } from '#tests/support/app.ts'
import { prepared } from '#tests/support/prepared.ts'
import { type Member, newMember, newTeam } from '#tests/support/teams.ts'

const day = '01/04/2026'

const pdf = () => new File([Buffer.from('%PDF-1.4\n%%EOF\n')], 'plan.pdf', { type: 'application/pdf' })

/** A site with one visit, one file of the visit and one file beside it. */
const furnish = async (owner: Member, clientId: string, name: string) => {
  const site = await owner.ask(addSite, { body: { name, client_id: clientId } })
  const visit = await owner.ask(addVisit, { body: { name, site_id: site.id, started_at: day, ended_at: day } })
  const upload = (body: object) => owner.ask(uploadFile, { body: { name, site_id: site.id, ...body } }, { file: pdf() })
  const ofVisit = await upload({ visit_id: visit.id })
  const beside = await upload({})
  return { site, visit, files: [ofVisit, beside] }
}

describe('a member with limits', () => {
  const app = prepared(() => startApp())
  const owner = prepared(() => newTeam(app))
  const acme = prepared(() => build())

  const build = async () => {
    const client = await owner.ask(addClient, { body: { name: 'Acme' } })
    const other = await owner.ask(addClient, { body: { name: 'Zenith' } })
    const first = await furnish(owner, client.id, 'First')
    const second = await furnish(owner, client.id, 'Second')
    const foreign = await furnish(owner, other.id, 'Foreign')
    return { client, other, first, second, foreign }
  }

  const _seen = async (member: Member) => ({
    clients: (await member.ask(listClients)).map(({ name, site_count }) => [name, site_count]),
    sites: (await member.ask(listSites)).map(({ name }) => name),
    visits: (await member.ask(listVisits)).map(({ name }) => name).sort(),
    files: (await member.ask(listFiles)).map(({ name }) => name).sort(),
    filesInAll: (await member.call(listFiles)).headers.get('x-total-count'),
  })

  test('sees a colleague’s change with the next request, each within their own scope', async () => {
    const client = await owner.ask(addClient, { body: { name: 'Beta' } })
    const limited = await newMember(app, owner, 'member', { clientId: acme.client.id })
    const query = { limit: 2 }
    const names = async (reader: Member) => (await reader.ask(listClients, { query })).map(({ name }) => name)

    for (const _ of ['asked', 'asked again']) {
      expect([await names(owner), await names(limited)]).toEqual([['Acme', 'Beta'], ['Acme']])
    }
    await owner.call(updateClient, { params: { id: client.id }, body: { name: 'Abacus' } })
    expect([await names(owner), await names(limited)]).toEqual([['Abacus', 'Acme'], ['Acme']])
  })

  test('loses what is outside with the next request after being limited', async () => {
    const member = await newMember(app, owner, 'editor')
    expect((await member.ask(listSites)).length).toBeGreaterThan(1)
    expect(await member.ask(listSites)).toEqual(await owner.ask(listSites))

    await owner.request('PUT', `/settings/teams/${owner.teamId}/members/${member.userId}`, {
      json: { role: 'member', client_id: acme.client.id, all_sites: false, site_ids: [acme.second.site.id] },
    })

    expect((await member.ask(listSites)).map(({ name }) => name)).toEqual(['Second'])
  })
})
