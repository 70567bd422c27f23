import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'

const program = `
  import { once } from 'node:events'
  setInterval(() => {}, 1000)
  if (process.argv[1] === 'late') await once(process, 'disconnect')
  const { endWithParent } = await import('#api/adapters/supervisor-channel.ts')
  endWithParent(() => process.exit(7))
  if (process.argv[1] === 'in time') process.disconnect()
`

it.each(['in time', 'late'])('a process ends whose supervisor went away, heard %s', async (heard) => {
  const args = ['--input-type=module', '--eval', program, '--', heard]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  if (heard === 'late') child.disconnect()

  expect(await once(child, 'exit')).toEqual([7, null])
})

it('a process that was started by hand goes on', async () => {
  const { endWithParent } = await import('#api/adapters/supervisor-channel.ts')
  const args = ['--input-type=module', '--eval', `(${endWithParent})(() => process.exit(7)); process.exit(0)`]

  expect(await once(spawn(process.execPath, args, { stdio: 'ignore' }), 'exit')).toEqual([0, null])
})
