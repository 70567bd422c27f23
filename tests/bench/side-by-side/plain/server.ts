import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { parse } from 'csv-parse'
import express from 'express'
import multer from 'multer'
import sharp from 'sharp'
import { kinds, type SiteLine } from './database.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

// The yardstick: what anybody writes for the same work with Express and a database. It knows nobody, checks nothing,
// counts no totals and keeps no history.
const [database = '', place = '', port = '', folder = ''] = process.argv.slice(2)
const db = database === 'sqlite' ? openSqlite(place) : openPostgres(place)
const app = express()
app.disable('x-powered-by')
app.set('etag', false)

app.get('/api/clients', async (request, response) => {
  const sql = `SELECT id, name, (SELECT count(*) FROM sites s WHERE s.client_id = c.id) AS site_count
    FROM clients c ORDER BY name, id LIMIT $1`
  response.json(await db.rows(sql, Number(request.query.limit)))
})

app.get('/api/clients/:id/sites', async (request, response) => {
  const sql = `SELECT s.id, s.name, s.postcode, s.client_id, c.name AS client_name,
      (SELECT count(*) FROM files f WHERE f.site_id = s.id) AS file_count
    FROM sites s JOIN clients c ON c.id = s.client_id WHERE s.client_id = $1 ORDER BY s.name, s.id LIMIT $2`
  response.json(await db.rows(sql, request.params.id, Number(request.query.limit)))
})

app.get('/api/search', async (request, response) => {
  const { q, limit } = request.query
  const found = await Promise.all(kinds.map((kind) => db.search(kind, String(q), Number(limit))))
  response.json({ groups: kinds.map((resource, n) => ({ resource, hits: found[n] })) })
})

app.post('/api/client', express.json(), async (request, response) => {
  const id = randomUUID()
  const { name } = request.body
  await db.insert('clients', ['id', 'name'], [[id, name]])
  response.status(201).json({ id, name, site_count: 0 })
})

app.post('/api/site', express.json(), async (request, response) => {
  const id = randomUUID()
  const { name, client_id, postcode = null } = request.body
  await db.insert('sites', ['id', 'client_id', 'name', 'postcode'], [[id, client_id, name, postcode]])
  response.status(201).json({ id, name, client_id, postcode, file_count: 0 })
})

app.post('/api/import/sites', async (request, response) => {
  let lines: SiteLine[] = []
  let rows = 0
  const write = async () => {
    await db.importSites(lines)
    rows += lines.length
    lines = []
  }
  for await (const line of request.pipe(parse({ columns: true }))) {
    lines.push(line)
    if (lines.length === 1000) await write()
  }
  if (lines.length > 0) await write()
  response.json({ summary: { created: rows } })
})

const thumbnailOf = (id: string) => join(folder, `${id}.webp`)

/** The thumbnail is made after the answer, of the size and in the format of the product's. */
app.post('/api/file', multer({ dest: folder }).single('file'), async (request, response) => {
  const id = randomUUID()
  const upload = request.file
  if (!upload) return void response.status(422).end()
  await db.insert('files', ['id', 'site_id', 'name'], [[id, request.body.site_id, upload.originalname]])
  response.status(201).json({ id, name: upload.originalname, thumbnail_state: 'pending' })
  await sharp(upload.path)
    .autoOrient()
    .resize({ width: 640, height: 480, fit: 'inside' })
    .webp({ effort: 0 })
    .toFile(thumbnailOf(id))
  await db.rows("UPDATE files SET thumbnail_state = 'ready' WHERE id = $1", id)
})

app.get('/api/file/:id', async (request, response) => {
  const [file] = await db.rows('SELECT id, name, site_id, thumbnail_state FROM files WHERE id = $1', request.params.id)
  response.json(file)
})

app.get('/file/:id/thumbnail', (request, response) => response.sendFile(thumbnailOf(request.params.id)))

app.listen(Number(port), '127.0.0.1')
process.on('disconnect', () => process.exit(0))
