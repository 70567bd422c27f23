import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteBackup } from '#api/adapters/newest-backup.ts'
import { showStorage } from '#schemas/resources/storage.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { type Member, newTeam } from '#tests/support/teams.ts'

const email = 'boss@example.com'

let app: TestApp
let boss: Member
beforeAll(async () => {
  app = await startApp({ env: { operatorEmails: [email] } })
  boss = await newTeam(app, { email })
  await mkdir(join(app.dataDir, 'content'), { recursive: true })
})
afterAll(() => app.close())

test('operators see what the disks hold and what is free; a log elsewhere takes nothing here', async () => {
  const { body } = await boss.call(showStorage)

  expect(body).toMatchObject({ events: null, newest_backup: null })
  expect(Math.min(body.free, body.content_free, body.read_models)).toBeGreaterThan(0)

  await writeFile(join(app.dataDir, 'events.sqlite'), 'log')
  await writeFile(join(app.dataDir, 'events.sqlite-wal'), 'newest')
  expect((await boss.call(showStorage)).body.events).toBe(9)
})

test('the newest backup is told', async () => {
  const backup = { at: '2026-11-23T02:00:00.000Z', files: 3, bytes: 4096 }
  await noteBackup(app.dataDir, backup)

  expect((await boss.call(showStorage)).body.newest_backup).toEqual(backup)
})
