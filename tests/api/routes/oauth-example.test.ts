import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#cli/operations/redis.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { ConsentRequest, giveConsent } from '#schemas/resources/oauth-authorization.ts'
import { startApp } from '#tests/support/app.ts'
import { newApp } from '#tests/support/oauth.ts'
import { runProgram } from '#tests/support/run-program.ts'
import { newTeam } from '#tests/support/teams.ts'

test('the example for developers of apps signs in, refreshes and calls', async () => {
  const port = await freePort()
  const app = await startApp({ env: { port, appUrl: `http://127.0.0.1:${port}` } })
  onTestFinished(() => app.close())
  const user = await newTeam(app)
  await user.call(addClient, { body: { name: 'Acme Estates' } })
  const { client_id } = await newApp(user, { redirect: 'http://127.0.0.1/', confidential: false })
  const folder = await mkdtemp(join(tmpdir(), 'example-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const page = await readFile(join(import.meta.dirname, '../../../docs/oauth.md'), 'utf8')
  const file = join(folder, 'app.mjs')
  await writeFile(file, /```js\n(.*?)```/s.exec(page)?.[1] ?? '')

  const running = runProgram(process.execPath, [file, app.url, client_id], {})
  const asked = await running.printed(/^Open \S+$/m)
  const { pathname, search } = new URL(asked.trim().slice('Open '.length))
  const { request } = ConsentRequest.parse((await user.request('GET', pathname + search)).body)
  await fetch((await user.ask(giveConsent, { body: { request } })).redirect)

  const { stdout, code } = await running.finished
  expect([stdout.split('\n').at(-2), code]).toEqual(['Acme Estates', 0])
})
