import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'

/** Stops with 7 once its supervisor is gone; started by hand, it ends by itself. */
const program = `
  import { once } from 'node:events'
  const [, begun] = process.argv
  setInterval(() => {}, 1000)
  if (begun === 'late') await once(process, 'disconnect')
  const { endWithParent, notifySupervisor } = await import('#api/adapters/supervisor-channel.ts')
  endWithParent(() => setTimeout(() => process.exit(7), 50))
  notifySupervisor({ type: 'ready' })
  if (begun === 'in time') process.disconnect()
  if (begun === 'by hand') setTimeout(() => process.exit(0), 100)
`

it.each([
  ['in time', 7],
  ['late', 7],
  ['by hand', 0],
])('a process ends in order when its supervisor went away; this one is begun %s', async (begun, code) => {
  const args = ['--input-type=module', '--eval', program, '--', begun]
  const channel = begun === 'by hand' ? 'ignore' : 'ipc'
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', channel] })
  if (begun === 'late') child.disconnect()

  expect(await once(child, 'exit')).toEqual([code, null])
})
