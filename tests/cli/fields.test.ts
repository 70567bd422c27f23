import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app.ts'
import { teamWithRecords } from '#tests/support/team-with-records.ts'
import { siteledger, withToken } from '#tests/support/terminal.ts'

const app = await startApp()
const { ann } = await teamWithRecords(app)
const env = await withToken(app, ann, ['fields'])
afterAll(() => app.close())

const listed = async (...args: string[]) => {
  const { stdout } = await siteledger(env, 'fields', 'list', ...args)
  return stdout
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t').slice(0, 6))
}

test('own fields are added, listed, changed, put in order, removed and restored', async () => {
  const meter = await siteledger(env, 'fields', 'add', 'Meter', '--of', 'sites', '--kind', 'text', '--listed')
  expect(meter.stdout).toMatch(/^Added the field Meter of sites \([0-9a-f-]{36}\)\.\n$/)
  const chosen = ['--kind', 'choice', '--option', 'Gas', '--option', 'Oil', '--required']
  await siteledger(env, 'fields', 'add', 'Heating', '--of', 'sites', ...chosen)
  await siteledger(env, 'fields', 'add', 'Meter', '--of', 'clients', '--kind', 'number', '--help-text', 'In kWh')
  expect(await listed('--of', 'sites')).toEqual([
    ['sites', 'Meter', 'text', '', 'no', 'yes'],
    ['sites', 'Heating', 'choice', 'Gas, Oil', 'yes', 'no'],
  ])

  const several = await siteledger(env, 'fields', 'update', 'Meter', '--kind', 'note')
  expect([several.code, several.stderr]).toEqual([1, expect.stringContaining('Several fields are called "Meter".')])
  const [before] = JSON.parse((await siteledger(env, 'fields', 'list', '--json', '--of', 'sites')).stdout).slice(1)
  const more = ['--option', 'Heat pump', '--option', 'Gas', '--required', 'no', '--name', 'Heated by']
  const changed = await siteledger(env, 'fields', 'update', 'heating', ...more)
  expect(changed.stdout).toBe('Changed the field Heated by of sites.\n')
  const [after] = JSON.parse((await siteledger(env, 'fields', 'list', '--json', '--of', 'sites')).stdout).slice(1)
  expect(after).toMatchObject({ required: false, options: [{ name: 'Heat pump' }, before.options[0]] })

  const order = await siteledger(env, 'fields', 'order', '--of', 'sites', 'Heated by')
  expect(order.stdout).toBe('The fields of sites come in this order: Heated by, Meter.\n')

  const removed = await siteledger(env, 'fields', 'remove', 'Heated by', '--yes')
  expect(removed.stdout).toBe(
    `Removed the field Heated by of sites. To undo it: siteledger fields restore ${before.id}\n`,
  )
  expect(await listed('--of', 'sites')).toEqual([['sites', 'Meter', 'text', '', 'no', 'yes']])
  expect((await listed('--removed')).map(([, name]) => name)).toEqual(['Heated by'])
  const restored = await siteledger(env, 'fields', 'restore', 'Heated by')
  expect(restored.stdout).toBe('Restored the field Heated by of sites.\n')
})
