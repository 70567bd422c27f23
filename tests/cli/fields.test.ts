import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app.ts'
import { teamWithRecords } from '#tests/support/team-with-records.ts'
import { siteledger, withToken } from '#tests/support/terminal.ts'

const app = await startApp()
const { ann } = await teamWithRecords(app)
const viewed = ['clients.view', 'sites.view', 'visits.view'] as const
const env = await withToken(app, ann, ['fields', ...viewed, 'clients.update', 'sites.create', 'sites.update'])
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

test('values are given, changed, taken away and looked for by the names of fields and options', async () => {
  await siteledger(
    env,
    'fields',
    'add',
    'Fuel',
    '--of',
    'sites',
    '--kind',
    'choice',
    '--option',
    'Gas',
    '--option',
    'Oil',
  )
  await siteledger(env, 'fields', 'add', 'Keys', '--of', 'sites', '--kind', 'number')
  await siteledger(env, 'fields', 'add', 'Manager', '--of', 'clients', '--kind', 'text')
  const named = async (...args: string[]) =>
    (await siteledger(env, 'sites', 'list', ...args, '--template', '{{name}}')).stdout.trim().split('\n')

  await siteledger(
    env,
    'sites',
    'add',
    'Quay House',
    '--client',
    'Acme',
    '--field',
    'fuel=gas',
    '--field',
    'Keys=07.50',
  )
  await siteledger(env, 'sites', 'update', 'North', '--field', 'Fuel=Oil')
  expect(await named('--field', 'Fuel=Gas, oil')).toEqual(['North', 'Quay House'])
  expect(await named('--field', 'Keys=7..8', '--client', 'Acme')).toEqual(['Quay House'])
  const quay = await siteledger(env, 'sites', 'show', 'Quay House', '--json')
  expect(Object.values(JSON.parse(quay.stdout).fields)).toContain('7.5')
  await siteledger(env, 'sites', 'update', 'Quay House', '--field', 'Keys=')
  expect(await named('--field', 'Keys=none')).toEqual(['East', 'North', 'Quay House', 'South'])

  const client = await siteledger(env, 'clients', 'update', 'Acme', '--field', 'Manager=Ann')
  expect(client.stdout).toBe('Changed the client Acme.\n')
  const acme = await siteledger(env, 'clients', 'list', '--field', 'Manager=ann', '--template', '{{name}}')
  expect(acme.stdout).toBe('Acme\n')

  const coal = await siteledger(env, 'sites', 'update', 'North', '--field', 'Fuel=Coal')
  expect([coal.code, coal.stderr]).toEqual([1, expect.stringContaining('The selected Fuel is invalid.')])
  const none = await siteledger(env, 'sites', 'update', 'North', '--field', 'Fuel')
  expect([none.code, none.stderr]).toEqual([2, 'siteledger: "Fuel" is no field with a value: write "Meter=12345".\n'])
})
