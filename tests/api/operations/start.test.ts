import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freePort } from '#api/operations/redis.ts'
import { isListening } from '#tests/support/ports.ts'
import { runProgram } from '#tests/support/run-program.ts'

const supervisor = join(import.meta.dirname, '../../../api/operations/supervisor.ts')

it('starts everything on a new folder, says where it is, and ends it in order', { timeout: 120_000 }, async () => {
  const port = await freePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'siteledger-start-'))
  const env = { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir }
  const running = runProgram(process.execPath, [supervisor], env)
  const started = await running.printed(/^Siteledger is ready: .*\n.*\n.*\n/m)
  const ready = await fetch(`http://127.0.0.1:${port}/ready`)

  running.child.kill('SIGTERM')
  const { code, stdout } = await running.finished

  expect(started).toContain(`Siteledger is ready: http://localhost:${port}\n`)
  expect(ready.status).toBe(200)
  expect(code).toBe(0)
  expect(stdout).toMatch(/Stopping \.\.\.\n[\s\S]*Stopped\.\n$/)
  expect(await isListening(port)).toBe(false)
})
