import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { noteBackup } from '#api/adapters/newest-backup.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { uploadDocument } from '#schemas/resources/documents.ts'
import { deleteFile, uploadFile } from '#schemas/resources/files.ts'
import { addSite } from '#schemas/resources/sites.ts'
import { listLargestTeams, showStorage } from '#schemas/resources/storage.ts'
import { startApp } from '#tests/support/app.ts'
import { fileOf } from '#tests/support/files.ts'
import { prepared } from '#tests/support/prepared.ts'
import { type Member, newTeam } from '#tests/support/teams.ts'

const email = 'boss@example.com'

const app = prepared(() => startApp({ env: { operatorEmails: [email] } }))
const boss = prepared(() => newTeam(app, { email }))
beforeAll(async () => {
  await mkdir(join(app.dataDir, 'content'), { recursive: true })
})

test('operators see what the disks hold and what is free; a log elsewhere takes nothing here', async () => {
  const { body } = await boss.call(showStorage)

  expect(body).toMatchObject({ events: null, newest_backup: null })
  expect(Math.min(body.free, body.content_free, body.read_models)).toBeGreaterThan(0)

  await writeFile(join(app.dataDir, 'events.sqlite'), 'log')
  await writeFile(join(app.dataDir, 'events.sqlite-wal'), 'newest')
  expect((await boss.ask(showStorage)).events).toBe(9)
})

test('the teams that hold the most content come first, with files, documents and what lies in the trash', async () => {
  const large = await newTeam(app)
  const small = await newTeam(app)
  const sizes = async (member: Member, files: number) => {
    const client = await member.ask(addClient, { body: { name: 'Acme' } })
    const site = await member.ask(addSite, { body: { name: 'North', client_id: client.id } })
    const beside = { file: fileOf('plan.pdf', 'application/pdf') }
    const added = await Promise.all(
      Array.from({ length: files }, () => member.call(uploadFile, { body: { site_id: site.id } }, beside)),
    )
    return added.map(({ body }) => body)
  }
  const [first] = await sizes(large, 2)
  await large.call(deleteFile, { params: { id: first?.id ?? '' } })
  await sizes(small, 1)
  await large.call(uploadDocument, {}, { file: fileOf('rules.pdf', 'application/pdf') })

  const { body } = await boss.call(listLargestTeams)
  expect(body.map(({ id, files }) => [id, files])).toEqual([
    [large.teamId, 3],
    [small.teamId, 1],
  ])
  expect(body[0]).toMatchObject({ name: expect.any(String), bytes: 3 * (body[1]?.bytes ?? 0) })
})

test('the newest backup is told', async () => {
  const backup = { at: '2026-11-23T02:00:00.000Z', files: 3, bytes: 4096 }
  await noteBackup(app.dataDir, backup)

  expect((await boss.ask(showStorage)).newest_backup).toEqual(backup)
})
