import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { listImports, showImport } from '#schemas/resources/imports.ts'
import { offeredAbilities } from '#schemas/rights/token-abilities.ts'
import { startAppAmidImport } from '#tests/support/app-amid-import.ts'
import { sharedFolder } from '#tests/support/folders.ts'
import { newTeam } from '#tests/support/teams.ts'
import { siteledger, siteledgerProcess, withToken } from '#tests/support/terminal.ts'

const app = await startAppAmidImport()
const folder = sharedFolder()
afterAll(() => app.close())

it('an import that another terminal stops says how much was written and how to go on, and how to undo it', async () => {
  const admin = await newTeam(app)
  const everything = offeredAbilities(false).map(({ value }) => value)
  const env = await withToken(app, admin, everything)
  const file = join(folder, 'clients.csv')
  await writeFile(file, `name\n${Array.from({ length: 600 }, (_, row) => `Client ${row}`).join('\n')}\n`)
  let run = ''
  let stopping: ReturnType<typeof siteledgerProcess> | undefined
  app.amid(admin.teamId, async () => {
    run = (await admin.call(listImports)).body[0]?.id ?? ''
    stopping = siteledgerProcess(env, 'import', 'stop', run)
    const isStopped = async () => (await admin.call(showImport, { params: { run } })).body.stopped_at !== null
    await expect.poll(isStopped, { timeout: 60_000 }).toBe(true)
  })

  const sent = await siteledger(env, 'import', 'clients', file)

  expect(sent).toMatchObject({ code: 1, stdout: '' })
  const [, written] =
    /^siteledger: The import was stopped\. (\d+) rows were written\. Run the same command again to go on: no row is imported twice\.\n$/m.exec(
      sent.stderr,
    ) ?? []
  expect(await stopping).toMatchObject({
    code: 0,
    stderr: '',
    stdout: `Stopped: ${written} created, 0 updated. To undo it: siteledger import undo ${run}\n`,
  })
  expect((await siteledger(env, 'import', 'list')).stdout).toMatch(new RegExp(`\tstopped\t${written}\t0\t`))
  const again = await siteledger(env, 'import', 'clients', file)
  expect(again.stderr).toContain('Going on with the import where it was left off.\n')
  expect(again.stdout).toContain('clients: 600 created, 0 updated, 0 unchanged, 0 refused.')
  expect(await siteledger(env, 'import', 'stop', run)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'siteledger: The import is not running.\n',
  })
})
