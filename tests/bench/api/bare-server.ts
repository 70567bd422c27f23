import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import express, { type Response } from 'express'
import { openForReading } from '#projections/read-db.ts'
import { find } from '#projections/search/find.ts'
import { search as searchModel } from '#projections/search/search.ts'
import { wordsOf } from '#projections/search/words.ts'
import { TeamId } from '#schemas/ids.ts'
import { wholeTeam } from '#schemas/scope.ts'

// The yardstick: what Express and node:sqlite cost that answer the same bytes and know nothing else: nobody signs in,
// nothing is checked, nothing is logged, and how long a list is in all is known from the start.
const [folder = '', team = '', eventStoreUrl = ''] = process.argv.slice(2)
const teamId = TeamId.parse(team)
const open = (name: string) => {
  const db = new DatabaseSync(join(folder, `${name}.sqlite`), { readOnly: true })
  db.exec(`PRAGMA mmap_size = ${1024 ** 3}`)
  return db
}
const [clientsDb, sitesDb] = [open('clients'), open('sites')]
const searchDb = openForReading(folder, searchModel)
const app = express()
app.disable('x-powered-by')
app.set('etag', false)

const answer = (response: Response, body: unknown, total?: unknown) => {
  if (total !== undefined) response.set('x-total-count', String(total))
  response.type('json').end(JSON.stringify(body))
}

const clients = clientsDb.prepare(`
  SELECT id, name, NULL AS thumbnail_path, NULL AS thumbnail_url, thumbnail_state, site_count, revision
  FROM clients WHERE team_id = ? AND deleted = 0 ORDER BY sort_name, id LIMIT ?`)
const clientCount = clientsDb.prepare('SELECT count(*) AS n FROM clients WHERE team_id = ? AND deleted = 0')
const total = clientCount.get(teamId)?.n
app.get('/api/clients', (request, response) =>
  answer(response, clients.all(teamId, Number(request.query.limit)), total),
)

const columns = `s.id, s.name, s.postcode, s.client_id, c.name AS client_name, NULL AS thumbnail_url, s.thumbnail_state,
  s.visit_count, s.file_count, s.revision`
const sites = sitesDb.prepare(`
  SELECT ${columns} FROM sites s JOIN clients c ON c.id = s.client_id
  WHERE s.client_id = ? AND s.team_id = ? AND s.hidden = 0 ORDER BY s.sort_name, s.id LIMIT ?`)
app.get('/api/clients/:id/sites', (request, response) => {
  const rows = sites.all(request.params.id, teamId, Number(request.query.limit))
  answer(response, rows, rows.length)
})

const site = sitesDb.prepare(`SELECT ${columns} FROM sites s JOIN clients c ON c.id = s.client_id WHERE s.id = ?`)
app.get('/api/sites/search/:query', (request, response) => {
  const sought = { scope: wholeTeam(teamId), kind: 'sites', words: wordsOf(request.params.query) } as const
  const hits = find(searchDb, sought, { limit: Number(request.query.limit) })
  const rows = hits.rows.map(({ id }) => site.get(id))
  answer(response, rows, hits.total)
})

// A command that decides nothing: one durable append to the same event store.
const client = EventStoreDBClient.connectionString(eventStoreUrl)
const commit = (stream: string, type: string, data: Record<string, string>) =>
  client.appendToStream(stream, jsonEvent({ type, data, metadata: { at: new Date().toISOString(), actor: teamId } }), {
    expectedRevision: NO_STREAM,
  })
app.post(['/api/client', '/api/site'], express.json(), async (request, response) => {
  const id = randomUUID()
  const { name } = request.body
  await commit(`bare-${id}`, 'BareThing', { id, teamId, name })
  const thumbnail = { thumbnail_path: null, thumbnail_url: null, thumbnail_state: 'none' }
  response.status(201)
  answer(response, { id, name, ...thumbnail, site_count: 0, revision: '0' })
})

const server = app.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('disconnect', () => process.exit(0))
