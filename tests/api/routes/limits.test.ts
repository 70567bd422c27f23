import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GivenRole } from '#schemas/abilities.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { sendInvitation } from '#schemas/resources/invitations.ts'
import { updateMember } from '#schemas/resources/members.ts'
import { addSite } from '#schemas/resources/sites.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { registration } from '#tests/support/registrations.ts'
import { type Member, newMember, newTeam } from '#tests/support/teams.ts'

type Asked = { role: GivenRole; client_id?: string | null; all_sites?: boolean; site_ids?: string[] | null }
type Limits = { client_id: string | null; all_sites: boolean; site_ids: string[] }

let app: TestApp
let owner: Member
let ids: { client: string; site: string }

beforeAll(async () => {
  app = await startApp()
  owner = await newTeam(app)
  const { body: client } = await owner.call(addClient, { body: { name: 'Acme' } })
  const { body: site } = await owner.call(addSite, { body: { name: 'North', client_id: client.id } })
  ids = { client: client.id, site: site.id }
})
afterAll(() => app.close())

/** Every way to say, or not to say, something of a field; `undefined` leaves it out. */
const clients = () => [undefined, null, '', ids.client]
const alls = [undefined, true, false]
const sites = () => [undefined, null, [], [ids.site]]

const requests = (): Asked[] =>
  (['admin', 'editor', 'auditor', 'member'] as const).flatMap((role) =>
    clients().flatMap((client_id) =>
      alls.flatMap((all_sites) =>
        sites().map((site_ids) => JSON.parse(JSON.stringify({ role, client_id, all_sites, site_ids })) as Asked),
      ),
    ),
  )

/** The most that somebody may get who was to be limited so; null where the request names no limit at all. */
const mostOf = ({ client_id, all_sites, site_ids }: Asked): Limits | null => {
  const some = all_sites === false || (all_sites === undefined && Boolean(site_ids))
  return client_id || some ? { client_id: client_id || null, all_sites: !some, site_ids: site_ids ?? [] } : null
}

const fieldsOf = ({ errors }: { errors?: Record<string, string[]> }) => Object.keys(errors ?? {})

/** What came of a request: the limits, or the fields under which it was refused. */
type Outcome = { limits: Limits } | { refused: string[] }

const isRight = (asked: Asked, outcome: Outcome): boolean => {
  const most = mostOf(asked)
  if ('refused' in outcome) {
    const fits = asked.role === 'member' && (!most || (most.client_id && (most.all_sites || most.site_ids.length > 0)))
    const named = asked.role !== 'member' && Boolean(asked.site_ids?.length)
    return outcome.refused.length === 1 && !fits && (most !== null || named)
  }
  const { client_id, all_sites, site_ids } = outcome.limits
  if (!most) return client_id === null && all_sites
  if (asked.role !== 'member') return false
  const withinSites = most.all_sites ? all_sites : !all_sites && site_ids.join() === most.site_ids.join()
  return client_id === most.client_id && withinSites && (all_sites || site_ids.length > 0)
}

const wrong = async (ask: (asked: Asked) => Promise<Outcome>) => {
  const mistakes: object[] = []
  const seen = { limited: 0, refused: 0, whole: 0 }
  for (const asked of requests()) {
    const outcome = await ask(asked)
    if (!isRight(asked, outcome)) mistakes.push({ asked, outcome })
    seen['refused' in outcome ? 'refused' : outcome.limits.client_id ? 'limited' : 'whole'] += 1
  }
  return { mistakes, seen }
}

describe('limits of a member, whatever a request says of them [D-115]', () => {
  test('an invitation gives what was asked, or is refused under the field that does not fit', async () => {
    const params = { id: owner.teamId }
    const rich = await newTeam(app)
    expect(rich.teamId).not.toBe(owner.teamId)

    const { mistakes, seen } = await wrong(async (asked) => {
      const json = { ...asked, email: registration().email }
      const { status, body } = await owner.request('POST', `/settings/teams/${params.id}/invitations`, { json })
      if (status === 422) return { refused: fieldsOf(body as object) }
      const { id, ...limits } = body as Limits & { id: string }
      await owner.request('DELETE', `/settings/invitations/${id}`)
      return { limits }
    })

    expect(mistakes).toEqual([])
    expect(seen).toEqual({ limited: 0, refused: 0, whole: 0 })
  })
})
