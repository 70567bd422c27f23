import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { open, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultLimits, spawnConfined } from '#api/renderer/confinement.ts'
import {
  describeSandbox,
  root,
  type Sandbox,
  sandboxesHere,
  strictestSandbox,
  unconfined,
} from '#api/renderer/sandbox.ts'
import { seccompFilter } from '#api/renderer/seccomp-filter.ts'
import { innermost } from '#api/renderer/usage.ts'
import { sharedFolder } from '#tests/support/folders.ts'
import { photo } from './documents.ts'

const here = await sandboxesHere()
const hostile = readFileSync(join(import.meta.dirname, 'hostile.js'), 'utf8')

const folder = sharedFolder()
let servers: Server[]
/** A process of the same user, with nothing to do. */
let victim: ChildProcess
let targets: object

const listening = async (where: { port: number; host: string } | { path: string }): Promise<Server> => {
  const server = createServer((socket) => socket.destroy()).listen(where)
  await once(server, 'listening')
  return server
}

beforeAll(async () => {
  const secret = join(folder, 'master.key')
  const picture = join(folder, 'photo.png')
  const socket = join(folder, 'socket')
  await writeFile(picture, await photo(20, 10).png().toBuffer())
  const onPort = await listening({ port: 0, host: '127.0.0.1' })
  servers = [onPort, await listening({ path: socket })]
  const { port } = onPort.address() as AddressInfo
  victim = spawn('sleep', ['600'], { stdio: 'ignore' })
  const program = `${root}api/renderer/process.ts`
  targets = { root, secret, picture, folder, port, socket, victim: victim.pid, program }
})
afterAll(async () => {
  victim.kill('SIGKILL')
  for (const server of servers) server.close()
  await rm(join(tmpdir(), 'siteledger-hostile'), { force: true })
})

/** Runs a program in the sandbox of the renderer, without Node's own permission model, and returns what it reports. */
const run = async (sandbox: Sandbox, code: string): Promise<unknown> => {
  await writeFile(join(folder, 'master.key'), 'the key', { mode: 0o600 })
  await writeFile(join(folder, 'removable'), '')
  const document = await open(join(folder, 'removable'))
  const program = [process.execPath, '--input-type=module', '--eval', code, JSON.stringify(targets)]
  const child = spawnConfined(defaultLimits, sandbox, document.fd, 'little', program)
  let report = ''
  let said = ''
  child.stdout?.on('data', (text) => {
    report += text
  })
  child.stderr?.on('data', (text) => {
    said += text
  })
  await once(child, 'close')
  await document.close()
  await rm(join(folder, 'made'), { recursive: true, force: true })
  return report === '' ? said : JSON.parse(report)
}

type Report = { succeeded: string[]; refused: string[] }

const reads = ['read a secret', 'read by native code', 'list a folder', 'read the environment of a process']

test('without a sandbox a hostile program does what it wants', async () => {
  const { succeeded, refused } = (await run(unconfined, hostile)) as Report

  expect(succeeded).toHaveLength(17)
  // The limit of bytes that a process may write to a file is not the sandbox's.
  expect(refused).toEqual(['create a file by native code', 'write a file'])
})

describe.for(['bubblewrap', 'Landlock and seccomp', 'seccomp'])('under %s', (name) => {
  const sandbox = here.find((each) => each.name === name)
  const shown = test.skipIf(sandbox === undefined)
  if (!sandbox) process.stderr.write(`\nNOT SHOWN: ${name} is missing or forbidden here, so it was not attacked.\n`)
  const confined = sandbox ?? unconfined

  shown('a hostile program reaches no network, no file, no process and no secret', async () => {
    const { succeeded, refused } = (await run(confined, hostile)) as Report

    expect(succeeded.filter((each) => name !== 'seccomp' || !reads.includes(each))).toEqual([])
    expect(refused.length + succeeded.length).toBe(19)
  })

  shown('a hostile program gets no 2 GB', async () => {
    const code = `
      import fs from 'node:fs'
      const held = []
      while (held.length < 20) held.push(Buffer.alloc(100 * 2 ** 20, 1))
      fs.writeSync(1, '"2 GB"')`

    expect(await run(confined, code)).not.toBe('2 GB')
  })

  shown('the renderer inherits no descriptor but its own', async () => {
    const code = `
      import fs from 'node:fs'
      const open = Array.from({ length: 20 }, (_, fd) => fd).filter((fd) => {
        try {
          return fs.fstatSync(fd).isSocket() || fs.fstatSync(fd).isFile()
        } catch {
          return false
        }
      })
      fs.writeSync(1, JSON.stringify(open))`

    expect(await run(confined, code)).toEqual([0, 1, 2, 4])
  })
})

const mayBeIdle = spawnSync('chrt', ['--idle', '0', 'true']).status === 0

test.runIf(mayBeIdle)('a spare renderer gets of the processor what nobody else wants', async () => {
  const document = await open('/dev/null')
  const code = "require('node:fs').writeSync(1, 'started'); setInterval(() => {}, 1000)"
  const program = [process.execPath, '--eval', code]
  const child = spawnConfined(defaultLimits, await strictestSandbox(), document.fd, 'spare', program)
  if (child.stdout) await once(child.stdout, 'data')

  const { stdout } = spawnSync('chrt', ['--pid', `${innermost(child.pid ?? 0)}`], { encoding: 'utf8' })
  child.kill('SIGKILL')
  await document.close()

  expect(stdout).toContain('SCHED_IDLE')
})

test('a sandbox that lacks something says what', () => {
  expect(describeSandbox({ name: 'bubblewrap', wrapper: [] }).complete).toBe(true)
  expect(describeSandbox(unconfined)).toEqual({
    complete: false,
    words: expect.stringContaining('it could use the network, read and write files of this user'),
  })
})

test('an unknown processor has no filter', () => {
  expect(seccompFilter('riscv64')).toBeUndefined()
  expect(seccompFilter('arm64')?.length).toBeGreaterThan(1000)
})
