import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readEnv } from '#api/env/env.ts'
import { downloadFile, listFiles } from '#schemas/resources/files.ts'
import { signIn } from '#schemas/resources/sessions.ts'
import { appUrl } from '#tests/support/app.ts'
import { earlierInstallations, listsOf, owner } from '#tests/support/earlier-installations.ts'
import { startEventStore } from '#tests/support/event-store.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { startAppOn } from '#tests/support/full-app.ts'
import { startRedis } from '#tests/support/redis.ts'
import { until } from '#tests/support/until.ts'

const names = readdirSync(earlierInstallations).flatMap((file) => /^(.*)\.tar\.gz$/.exec(file)?.[1] ?? [])

/** The files of an earlier version, in a folder of its own. */
const unpacked = (name: string): string => {
  const dataDir = temporaryFolder()
  execFileSync('tar', ['-xzf', join(earlierInstallations, `${name}.tar.gz`)], { cwd: dataDir })
  return dataDir
}

test.each(names)('an installation of %s says the same after an upgrade, at once and for good', async (name) => {
  const dataDir = unpacked(name)
  const said = JSON.parse(readFileSync(join(earlierInstallations, `${name}.json`), 'utf8'))
  const [eventStore, redis] = await Promise.all([
    startEventStore(['--file', join(dataDir, 'events.sqlite')]),
    startRedis(),
  ])
  // While nothing in its trash has expired.
  const now = () => Date.parse('2026-11-22T22:00:00Z')
  const env = { ...readEnv({ DATA_DIR: dataDir, APP_URL: appUrl }), port: 0 }
  const app = await startAppOn({ eventStore, redis }, { env, now })
  onTestFinished(async () => {
    await app.close()
    await Promise.all([eventStore.stop(), redis.stop()])
  })
  const caller = app.guest()
  await caller.call(signIn, { body: { email: owner.email, password: owner.password } })

  expect(await listsOf(caller)).toMatchObject(said)
  const [file] = (await caller.call(listFiles)).body
  if (!file) throw new Error('There is no file')
  expect((await caller.call(downloadFile, { params: { id: file.id } })).status).toBe(200)
  await until(async () => {
    const { status } = await caller.request('GET', '/ready')
    if (status !== 200) throw new Error('Not ready')
  })
  expect(await listsOf(caller)).toMatchObject(said)
})
