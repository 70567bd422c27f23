import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { holdLock } from '#api/adapters/folder-lock.ts'
import { buildServer } from '#cli/operations/server-build.ts'
import { buildWeb } from '#cli/operations/web-build.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { runProgram } from '#tests/support/run-program.ts'

const root = join(import.meta.dirname, '../../..')

beforeAll(() => Promise.all([buildWeb(root, () => {}), buildServer(root, () => {})]))

const run = (role: string, env: NodeJS.ProcessEnv) =>
  runProgram(process.execPath, [join(root, 'cli/siteledger.mjs'), 'run', role], { PATH: process.env.PATH, ...env })

it('becomes an event store that keeps its address, and ends in order with SIGTERM', async () => {
  const dataDir = temporaryFolder()
  const secret = randomBytes(32).toString('base64')
  const addresses: string[] = []

  for (const _ of ['first', 'second']) {
    const running = run('eventstore', { DATA_DIR: dataDir, MASTER_KEY: secret })
    await running.printed(/^Event store listens on /m)
    addresses.push(readFileSync(join(dataDir, 'eventstore-url'), 'utf8'))
    if (existsSync('/proc')) {
      const [command, environment] = ['cmdline', 'environ'].map((name) =>
        readFileSync(`/proc/${running.child.pid}/${name}`, 'utf8'),
      )
      expect(command).toMatch(/--max-semi-space-size=4\0\S+\/event-store\.js/)
      expect(environment).not.toContain(secret)
    }
    running.child.kill('SIGTERM')
    expect(await running.finished).toMatchObject({ code: 0, stderr: '' })
  }

  expect(addresses[0]).toMatch(/^esdb:.*@localhost:\d+\?tlsCAFile=/)
  expect(addresses[1]).toBe(addresses[0])
})

it('becomes a payment sandbox that keeps its address, its key and the secret of its webhooks', async () => {
  const dataDir = temporaryFolder()
  const kept: string[][] = []

  for (const _ of ['first', 'second']) {
    const running = run('payment-sandbox', { DATA_DIR: dataDir })
    await running.printed(/^Payment sandbox listens on /m)
    const names = ['sandbox-url', 'sandbox-authorization', 'sandbox-webhook-secret']
    kept.push(names.map((name) => readFileSync(join(dataDir, name), 'utf8')))
    running.child.kill('SIGTERM')
    expect(await running.finished).toMatchObject({ code: 0 })
  }

  expect(kept[0]).toEqual([
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\n$/),
    expect.stringMatching(/^Authorization: Bearer sk_test_\w{48}\n$/),
    expect.stringMatching(/^whsec_\w{48}\n$/),
  ])
  expect(kept[1]).toEqual(kept[0])
})

it('refuses a folder that another process of the role uses, in one line, and takes one that another role uses', async () => {
  const dataDir = temporaryFolder()
  const env = { DATA_DIR: dataDir, EVENTSTORE_URL: 'esdb://localhost:9?tls=maybe', REDIS_URL: 'redis://localhost:9' }
  const lock = holdLock(join(dataDir, 'lock.sqlite.api'), 0)
  onTestFinished(() => lock?.close())

  const [api, workers] = await Promise.all([run('api', env).finished, run('workers', env).finished])

  expect(api).toMatchObject({ code: 1, stdout: '' })
  expect(api.stderr).toBe(`DATA_DIR "${dataDir}" is in use by another process of api. Stop it, or set DATA_DIR.\n`)
  expect(workers).toMatchObject({ code: 78, stderr: expect.stringContaining('EVENTSTORE_URL') })
})

it.each([
  ['api', { EVENTSTORE_URL: 'esdb://events.example.com' }, 78, /^EVENTSTORE_URL is on another machine.*MASTER_KEY/],
  ['workers', { EVENTSTORE_URL: 'esdb://localhost:2113' }, 78, /^The workers need EVENTSTORE_URL and REDIS_URL/],
  ['api', { MASTER_KEY: 'x', MASTER_KEY_FILE: '/x' }, 78, /^MASTER_KEY and MASTER_KEY_FILE are both set/],
  ['api', { HOST: '203.0.113.7' }, 78, /^HOST "203.0.113.7" cannot be listened on/],
  ['redis', {}, 2, /^There is no role "redis": payment-sandbox, eventstore, api, workers\./],
])('run %s with %j ends with %i and one line', async (role, env, code, line) => {
  const finished = await run(role, { DATA_DIR: temporaryFolder(), ...env }).finished

  expect(finished).toMatchObject({ code, stdout: '' })
  expect(finished.stderr).toMatch(line)
  expect(finished.stderr.split('\n')).toHaveLength(2)
})
