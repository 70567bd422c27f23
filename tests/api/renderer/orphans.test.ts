import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runProgram } from '#tests/support/run-program.ts'

/** Whether a process runs; one that has ended may wait for its new parent to notice. */
const runs = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

const isLinux = process.platform === 'linux'

test.runIf(isLinux)('a renderer ends with the workers, however they end and however busy it is', async () => {
  const workers = runProgram(process.execPath, ['tests/api/renderer/busy-renderers.ts'], process.env)
  const said = await workers.printed(/\n/)
  const busy = JSON.parse(said) as { sandbox: string; pid: number }[]
  const running = () => busy.flatMap(({ sandbox, pid }) => (runs(pid) ? sandbox : []))
  expect(running()).toContain('limits of memory and time')
  expect(running()).toHaveLength(busy.length)

  workers.child.kill('SIGKILL')
  await workers.finished

  await expect.poll(running, { timeout: 60_000 }).toEqual([])
})
