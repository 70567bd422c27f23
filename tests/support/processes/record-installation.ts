import { execFileSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { earlierInstallations, listsOf, owner } from '../earlier-installations.ts'
import { fileOf } from '../files.ts'
import { newInstallation, startProduct } from '../product.ts'
import { until } from '../until.ts'

// node tests/support/processes/record-installation.ts 2026-12-24: fills an installation of this version, and records it
// with what its lists say for tests/api/full/earlier-installations.test.ts. Before a version raises what it stores.
const [name = ''] = process.argv.slice(2)
const installation = await newInstallation()
const product = await startProduct(installation)
const caller = product.guest()

const send = async (method: string, path: string, sending: object = {}) => {
  const { status, body } = await caller.request(method, path, sending)
  if (status >= 400) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`)
  return (Array.isArray(body) ? body : [body]) as { id: string }[]
}
const idOf = async (path: string, json: object) => (await send('POST', path, { json }))[0]?.id ?? ''
const uploaded = async (path: string, field: string, names: readonly string[], fields: Record<string, string>) => {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  for (const each of names) form.append(names.length > 1 ? 'name[]' : 'name', each)
  for (const each of names) form.append(field, fileOf(`${each}.png`, 'image/png'))
  return (await send('POST', path, { form })).map(({ id }) => id)
}

await send('POST', '/register', {
  json: { ...owner, password_confirmation: owner.password, team: 'Northgate', team_slug: 'northgate', terms: true },
})
const client = await idOf('/api/client', { name: 'Harbour Estates' })
const gone = await idOf('/api/client', { name: 'Gone' })
await send('PUT', `/api/client/${client}`, { json: { name: 'Harbour Estates plc' } })
const site = await idOf('/api/site', { name: 'Quay House', postcode: 'EC1A 1BB', client_id: client })
await idOf('/api/site', { name: 'Gone site', postcode: 'N1', client_id: gone })
const inspection = { name: 'Boiler inspection', site_id: site, started_at: '01/03/2026', ended_at: '02/03/2026' }
const visit = await idOf('/api/visit', inspection)
await send('PUT', `/api/visit/${visit}`, { json: { ...inspection, ended_at: '03/03/2026' } })
const fire = await idOf('/api/category', { name: 'Fire safety' })
const alarms = await idOf('/api/category', { name: 'Alarms', parent_id: fire })
const spare = await idOf('/api/category', { name: 'Spare' })
const ofVisit = { site_id: site, visit_id: visit, 'categories[]': alarms, completed_at: '02/03/2026' }
const [file = ''] = await uploaded('/api/file', 'file', ['Floor plan'], ofVisit)
const [, wing = ''] = await uploaded('/api/files', 'file[]', ['East wing', 'West wing'], { site_id: site })
const changed = { name: 'Ground floor', visit_id: visit, categories: [alarms], completed_at: '03/03/2026' }
await send('PUT', `/api/file/${file}`, { json: changed })
const [handbook = ''] = await uploaded('/api/document', 'document', ['Handbook'], {})
const [rules = ''] = await uploaded('/api/document', 'document', ['Old rules'], {})
await send('PUT', `/api/document/${handbook}`, { json: { name: 'Handbook 2026' } })
for (const path of [`document/${rules}`, `category/${spare}`, `file/${wing}`, `client/${gone}`])
  await send('DELETE', `/api/${path}`)
const csv = { 'content-type': 'text/csv' }
await send('POST', '/api/import/sites', { headers: csv, text: 'external_id,name,postcode\nS-1,Depot,N2\n' })
await until(async () => {
  const { body } = await caller.request('GET', '/api/files')
  if ((body as { thumbnail_state: string }[]).some((each) => each.thumbnail_state === 'pending'))
    throw new Error('A thumbnail is not drawn yet')
})
const said = await listsOf(caller)
await product.stop()

const recorded = readdirSync(installation.dataDir).filter((each) =>
  /^(content|read-models|events|keys|master)/.test(each),
)
const archive = join(earlierInstallations, `${name}.tar.gz`)
execFileSync('tar', ['-czf', archive, ...recorded.filter((each) => !each.endsWith('.lock'))], {
  cwd: installation.dataDir,
})
writeFileSync(join(earlierInstallations, `${name}.json`), `${JSON.stringify(said, null, 2)}\n`)
await installation.remove()
