import { afterAll, describe, expect, it } from 'vitest'
import { listClients, updateClient } from '#schemas/resources/clients.ts'
import { offeredAbilities } from '#schemas/rights/token-abilities.ts'
import { startApp } from '#tests/support/app.ts'
import { newTeam } from '#tests/support/teams.ts'
import { siteledger, withToken } from '#tests/support/terminal.ts'

const app = await startApp()
const admin = await newTeam(app)
const everything = offeredAbilities(false).map(({ value }) => value)
const env = await withToken(app, admin, everything)
afterAll(() => app.close())

describe('siteledger sample', () => {
  it('adds the sample data, and with --undo removes it and names what stays', async () => {
    const added = await siteledger(env, 'sample')
    expect(added.stdout).toBe(
      'The team has the sample data: 12 clients, 60 sites, 90 visits, 150 files, 6 documents and 15 categories.\n',
    )
    const [client] = (await admin.call(listClients)).body
    if (!client) throw new Error('There are no clients')
    await admin.call(updateClient, { params: { id: client.id }, body: { name: 'Ours' } })

    expect((await siteledger(env, 'sample', '--undo')).stderr).toContain('pass --yes')
    const removed = await siteledger(env, 'sample', '--undo', '--yes')

    expect(removed.stdout).toContain('Removed the sample data: 332 deleted, 1 kept.')
    expect(removed.stdout).toContain(`  Ours (clients, ${client.id})`)
    const again = await siteledger(env, 'sample')
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('a team that has no clients')])
  })

  it('is refused to a token that may not delete', async () => {
    const other = await newTeam(app)
    const views = await withToken(
      app,
      other,
      everything.filter((ability) => !ability.endsWith('.delete')),
    )

    expect((await siteledger(views, 'sample')).code).toBe(77)
  })
})
