import { expect, test } from 'vitest'
import type { Difference } from '#schemas/resources/differences.ts'
import { updateMember } from '#schemas/resources/members.ts'
import { plusDays, showDate, today } from '#schemas/time/dates.ts'
import { startAppOver } from '#tests/support/app.ts'
import { fileOf } from '#tests/support/files.ts'
import { memoryPorts } from '#tests/support/in-memory/ports.ts'
import { oneOfEach } from '#tests/support/one-of-each.ts'
import { prepared } from '#tests/support/prepared.ts'
import { newMember, newTeam } from '#tests/support/teams.ts'

const app = prepared(() => startAppOver(memoryPorts))
type Caller = Awaited<ReturnType<typeof newTeam>>

const positionOf = async (caller: Caller) => (await caller.request('GET', '/api/clients')).headers.get('x-position')
const diff = async (caller: Caller, query: string) => {
  const { status, body, headers } = await caller.request('GET', `/api/diff?${query}`)
  expect([query, status, body]).toEqual([query, 200, expect.anything()])
  return { rows: body as Difference[], headers }
}
const told = (rows: readonly Difference[]) =>
  rows.map(({ resource, change, name, fields }) => [
    `${change} ${resource} ${name}`,
    ...fields.map(({ label, from, to }) => `${label}: ${from} → ${to}`),
  ])

test('what differs between two moments is told once, with its first and last value, and not what went back', async () => {
  const ann = await newTeam(app)
  const { client, site, file, visit } = await oneOfEach(ann)
  const other = (await ann.request('POST', '/api/client', { json: { name: 'Other' } })).body as { id: string }
  const from = await positionOf(ann)
  const put = (path: string, json: object) => ann.request('PUT', `/api/${path}`, { json })
  await put(`client/${client}`, { name: 'Twice' })
  await put(`client/${client}`, { name: 'Thrice' })
  await put(`file/${file}`, { name: 'Gas', expires_at: '18/11/2027' })
  await ann.request('DELETE', `/api/visit/${visit}`)
  await put(`client/${other.id}`, { name: 'Elsewhere' })
  await put(`client/${other.id}`, { name: 'Other' })
  await put(`site/${site}`, { name: 'Quay', client_id: other.id })
  await ann.request('POST', '/api/client', { json: { name: '=A new one' } })
  const to = await positionOf(ann)
  await put(`client/${client}`, { name: 'Later' })

  const { rows, headers } = await diff(ann, `from=${from}&to=${to}`)
  expect(told(rows)).toEqual([
    ['added clients =A new one', 'Name: null → =A new one'],
    ['changed clients Thrice', 'Name: Acme → Thrice'],
    ['changed sites Quay', 'Name: North → Quay', 'Client: Acme → Other'],
    expect.arrayContaining(['removed visits Check', 'Name: Check → null', 'Site: North → null']),
    ['changed files Gas', 'Name: plan → Gas', 'Expiry date: 01/03/2026 → 18/11/2027'],
  ])
  expect(headers.get('x-total-count')).toBe('5')
  const actor = { id: expect.any(String), name: expect.any(String) }
  expect(rows[1]).toMatchObject({ id: client, entries: 2, last: { position: expect.stringMatching(/^\d+$/), actor } })
  expect(told((await diff(ann, `from=${from}&to=${to}&within=site/${site}`)).rows)).toHaveLength(3)
  expect(told((await diff(ann, `from=${from}&to=${to}&within=visit/${visit}&resource=files`)).rows)).toEqual([])
  expect((await diff(ann, `from=${from}&to=${from}`)).rows).toEqual([])
  const csv = await ann.request('GET', `/api/diff?from=${from}&to=${to}&limit=1`, { headers: { accept: 'text/csv' } })
  expect(String(csv.body).split('\r\n')).toHaveLength(12)
  expect(csv.body).toContain(`,'=A new one,added,name,,'=A new one`)
})

test('a file that its visit released, a link of what is gone and a member who left differ along with it', async () => {
  const ann = await newTeam(app)
  const { site, visit } = await oneOfEach(ann)
  const bob = await newMember(app, ann, 'admin')
  const form = new FormData()
  form.append('file', fileOf('of visit.pdf', 'application/pdf'))
  form.append('site_id', site)
  form.append('visit_id', visit)
  const uploaded = await ann.request('POST', '/api/file', { form })
  const shared = await bob.request('POST', '/api/share', { json: { site_id: site } })
  expect([uploaded.status, shared.status]).toEqual([201, 201])
  const from = await positionOf(ann)
  await ann.request('DELETE', `/api/visit/${visit}`)
  await ann.request('DELETE', `/settings/teams/${ann.teamId}/members/${bob.userId}`)

  const { rows } = await diff(ann, `from=${from}`)
  expect(rows.map(({ change, resource, last }) => [change, resource, last !== null])).toEqual([
    ['removed', 'visits', true],
    ['changed', 'files', false],
    ['removed', 'members', true],
    ['removed', 'shares', false],
  ])
})

test('members who joined, left or may do something else differ, as the history shows it', async () => {
  const ann = await newTeam(app)
  const { client, site } = await oneOfEach(ann)
  const bob = await newMember(app, ann, 'admin')
  const cid = await newMember(app, ann, 'member', { abilities: { files: { delete: false } } })
  const dan = await newMember(app, ann, 'auditor')
  const change = (member: Caller, body: object) =>
    ann.ask(updateMember, { params: { teamId: ann.teamId, userId: member.userId }, body: body as never })
  const from = await positionOf(ann)
  const end = showDate(plusDays(today(new Date(), 'Europe/London'), 30))
  await change(bob, { role: 'auditor', ends_at: end })
  await change(cid, { client_id: client, all_sites: false, site_ids: [site], abilities: { files: { delete: true } } })
  await change(dan, { role: 'admin' })
  await change(dan, { role: 'auditor' })
  const mid = await positionOf(ann)
  await ann.request('DELETE', `/settings/teams/${ann.teamId}/members/${cid.userId}`)
  const to = await positionOf(ann)
  await newMember(app, ann, 'member', { clientId: client as never })

  const of = async (query: string) =>
    told((await diff(ann, `resource=members&${query}`)).rows).map(([head = '', ...fields]) => [
      head.replace(/ members .*/, ''),
      ...fields.sort(),
    ])
  const ofBob = ['changed', `Ends: null → ${end}`, 'Role: Admin → Auditor']
  const ofCid = ['removed', 'Abilities: may not delete files → null', 'Role: Member → null']
  const ofEve = ['added', 'Client: null → Acme', 'Role: null → Member']
  expect(await of(`from=${from}`)).toEqual([ofBob, ofCid, ofEve])
  expect(await of(`from=${from}&to=${to}`)).toEqual([ofBob, ofCid])
  expect(await of(`from=${from}&actor=${ann.userId}`)).toEqual([ofBob, ofCid, ofEve])
  const limited = ['Abilities: may not delete files → may delete files', 'Client: null → Acme', 'Sites: null → North']
  expect(await of(`from=${from}&to=${mid}`)).toEqual([ofBob, ['changed', ...limited]])
})

test('what somebody did alone is what they changed, whoever changed it before and after', async () => {
  const ann = await newTeam(app)
  const { client } = await oneOfEach(ann)
  const bob = await newMember(app, ann, 'admin')
  const from = await positionOf(ann)
  const name = (caller: Caller, to: string) => caller.request('PUT', `/api/client/${client}`, { json: { name: to } })
  await name(ann, 'Of Ann')
  await name(bob, 'Of Bob')
  const to = await positionOf(ann)
  await name(ann, 'Of Bob again')
  const by = async ({ userId }: Caller) => told((await diff(ann, `from=${from}&to=${to}&actor=${userId}`)).rows)

  expect(await Promise.all([ann, bob].map(by))).toEqual([
    [['changed clients Of Ann', 'Name: Acme → Of Ann']],
    [['changed clients Of Bob', 'Name: Of Ann → Of Bob']],
  ])
})

test('moments that are none, in the wrong order or of others are refused by their names, and so are other readers', async () => {
  const ann = await newTeam(app)
  const member = await newMember(app, ann, 'member')
  const errorsOf = async (query: string) =>
    Object.entries(((await ann.request('GET', `/api/diff?${query}`)).body as { errors: object }).errors).flat(2)
  const now = await positionOf(ann)

  expect(await errorsOf('from=yesterday')).toEqual(['from', 'The from is not a valid date.'])
  expect(await errorsOf(`from=${now}&to=2999-01-01`)).toEqual(['to', 'The to may not be in the future.'])
  expect(await errorsOf(`from=${now}&to=1`)).toEqual([
    'to',
    expect.stringMatching(/^There is nothing from before|not be before/),
  ])
  expect(await errorsOf(`from=${now}&to=${Number(now) - 1}`)).toEqual(['to', 'The to must not be before the from.'])
  expect(await errorsOf(`from=${now}&as_of=${now}`)).toEqual(['as_of', 'This is only shown as it is now.'])
  expect(await errorsOf(`from=${now}&within=team/1`)).toEqual(['within', 'The selected within is invalid.'])
  expect((await member.request('GET', `/api/diff?from=${now}`)).status).toBe(403)
})
