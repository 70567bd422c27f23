import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { freePort } from '#cli/operations/redis.ts'
import { sharedFolder, temporaryFolder } from '#tests/support/folders.ts'
import { openToOthers } from '#tests/support/open-to-others.ts'
import { isListening } from '#tests/support/ports.ts'
import { prepared } from '#tests/support/prepared.ts'
import { runProgram } from '#tests/support/run-program.ts'

const supervisor = join(import.meta.dirname, '../../../cli/operations/supervisor.ts')
const doctor = join(import.meta.dirname, '../../../cli/operations/doctor/main.ts')
const firstFolder = sharedFolder()

const foundByDoctor = async (env: NodeJS.ProcessEnv): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, [doctor], { env }).catch((error) => error)
  return stdout
}

/** Command line and environment of every child of a process; none where there is no /proc. */
const childrenOf = (parent: number | undefined): { command: string; environment: string }[] => {
  if (!existsSync('/proc')) return []
  return readdirSync('/proc').flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const [, parentId] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const [command, environment] = ['cmdline', 'environ'].map((name) =>
        readFileSync(`/proc/${pid}/${name}`, 'utf8').replaceAll('\0', ' '),
      )
      return Number(parentId) === parent && command && environment ? [{ command, environment }] : []
    } catch {
      return []
    }
  })
}

/** What was seen of an installation on a new folder, which was then stopped in order. */
const first = prepared(async () => {
  const port = await freePort()
  const env = {
    PATH: process.env.PATH,
    PORT: String(port),
    DATA_DIR: firstFolder,
    MASTER_KEY: randomBytes(32).toString('base64'),
  }
  const running = runProgram(process.execPath, [supervisor], env)
  const started = await running.printed(/^Siteledger is ready: .*\n.*\n.*\n/m)
  const ready = await fetch(`http://127.0.0.1:${port}/ready`)
  const found = await foundByDoctor(env)
  const address = readFileSync(join(firstFolder, 'eventstore-url'), 'utf8')
  const authorization = readFileSync(join(firstFolder, 'sandbox-authorization'), 'utf8')
  const customers = `${readFileSync(join(firstFolder, 'sandbox-url'), 'utf8').trim()}/v1/customers`
  const toOthers = await fetch(customers, { headers: { authorization: 'Bearer sk_test_sandbox' } })
  const open = openToOthers(firstFolder)
  const children = childrenOf(running.child.pid)

  running.child.kill('SIGTERM')
  const { code, stdout } = await running.finished
  const key = authorization.replace('Authorization: Bearer ', '').trim()
  return { port, env, started, ready, found, address, key, toOthers, open, children, code, stdout }
})

it('starts everything on a new folder, says where it is, and ends it in order', async () => {
  const { port, started, found, address, key, stdout } = first

  expect(started).toContain(`Siteledger is ready: http://localhost:${port}\n`)
  expect(first.ready.status).toBe(200)
  expect(found).toContain('It answers those who can read eventstore-url, and nobody else.')
  expect(found).toContain('It answers those who know its password, and nobody else.')
  expect(address).toMatch(/^esdb:\/\/siteledger:[\w-]{43}@localhost:\d+\?tlsCAFile=\S+\n$/)
  expect(stdout).not.toContain(new URL(address.trim()).password)
  expect(found).toContain('The payment sandbox answers on ')
  expect([first.toOthers.status, key]).toEqual([401, expect.stringMatching(/^sk_test_[0-9a-f]{48}$/)])
  expect(stdout + first.children.map(({ command }) => command).join()).not.toContain(key)
  expect(first.open).toEqual([])
  for (const { command, environment } of first.children) {
    const needsKey = /\/(api|workers)\.js/.test(command)
    expect([command, environment.includes('MASTER_KEY=')]).toEqual([command, needsKey])
  }
  expect(first.children.length).toBe(process.platform === 'linux' ? 5 : 0)
  expect(first.code).toBe(0)
  expect(stdout).toMatch(/Stopping \.\.\.\n[\s\S]*Stopped\.\n$/)
  expect(await isListening(port)).toBe(false)
})

it('takes what an earlier version left readable away from others, and says so', async () => {
  const dataDir = temporaryFolder()
  chmodSync(dataDir, 0o755)
  mkdirSync(join(dataDir, 'redis'), { mode: 0o755 })
  for (const name of ['events.sqlite', 'redis/dump.rdb']) writeFileSync(join(dataDir, name), '', { mode: 0o644 })
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, HOST: '203.0.113.7' }

  const before = await foundByDoctor(env)
  const { stdout } = await runProgram(process.execPath, [supervisor], env).finished

  expect(before).toContain(`Run: chmod -R go= ${dataDir}`)
  expect(stdout).toBe(`Others on this machine could read ${dataDir}; now nobody else can.\n`)
  expect(openToOthers(dataDir)).toEqual([])
})

/** A copy of the folder of the first installation. */
const stoppedInstallation = () => {
  const dataDir = temporaryFolder()
  cpSync(firstFolder, dataDir, { recursive: true })
  return { dataDir, env: { ...first.env, DATA_DIR: dataDir } }
}

it('[D-110] stops in one line with 78 where the log is not the one that keys and content belong to', async () => {
  const { dataDir, env } = stoppedInstallation()
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(dataDir, `events.sqlite${suffix}`), { force: true })

  const found = await foundByDoctor(env)
  const { code, stderr } = await runProgram(process.execPath, [supervisor], env).finished

  const line = /The event store has an empty log, but \S+keys\.sqlite belongs to the log [\w-]+: set EVENTSTORE_URL .*/
  expect(found).toMatch(new RegExp(`^!! {2}log: ${line.source}$`, 'm'))
  expect(code).toBe(78)
  expect(stderr).toMatch(new RegExp(`^${line.source}\\n$`))
})

it('[D-104] stops in one line with 78 where the log is sealed with another master key', async () => {
  const { dataDir, env: keyed } = stoppedInstallation()
  const { MASTER_KEY: _, ...env } = keyed
  writeFileSync(join(dataDir, 'master.key'), randomBytes(32).toString('base64url'))

  const found = await foundByDoctor(env)
  const { code, stdout, stderr } = await runProgram(process.execPath, [supervisor], env).finished

  expect(found).toMatch(/^!! {2}keys: \S+master\.key is not the master key of this log/m)
  expect(code).toBe(78)
  expect(stderr).toMatch(/^\S+master\.key is not the master key of this log \(its fingerprint is \w+, .*\n$/)
  expect(stdout).not.toContain('is not the master key')
})
