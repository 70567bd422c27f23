import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openLoopbackListener } from '#cli/connection/loopback-listener.ts'
import { answerOf, fileIn, generationsOf, signedIn, startNamedApp, tokensIn } from '#tests/support/browser-sign-in.ts'
import { sharedFolder } from '#tests/support/folders.ts'
import { runProgram } from '#tests/support/run-program.ts'
import { newTeam } from '#tests/support/teams.ts'
import { beginLogin, newConfig, program, siteledgerProcess } from '#tests/support/terminal.ts'
import { until } from '#tests/support/until.ts'

const app = await startNamedApp()
const folder = sharedFolder()

afterAll(() => app.close())

describe('signing in in the browser', () => {
  it('says how long it waits, and gives up after that', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { answer, close } = await openLoopbackListener('state', 2)
    onTestFinished(close)
    const ended = expect(answer).rejects.toThrow('No one has answered in the browser for 2 minutes. Nothing was done.')
    await vi.advanceTimersByTimeAsync(2 * 60_000)
    await ended

    const there = { SITELEDGER_CONFIG: newConfig() }
    const refused = await siteledgerProcess(there, 'login', '--url', app.url, '--wait', '0')
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('It must be a number above 0.') })
  })

  it('keeps the tokens in a file that nobody else may read, and answers one plain page', async () => {
    const { user, config, typed, page, ended } = await signedIn(app)

    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining(user.email) })
    expect(ended.stderr).toContain(
      'Waiting 15 minutes for the answer; Ctrl-C ends it. A script signs in with --token.\n',
    )
    expect([page.status, page.headers.get('content-security-policy')]).toEqual([200, "default-src 'none'"])
    expect(await page.text()).toContain('You can close this window.')
    expect((await stat(await fileIn(config))).mode & 0o777).toBe(0o600)
    expect(await tokensIn(config)).toMatchObject({
      access: expect.stringMatching(/^slo_/),
      refresh: expect.stringMatching(/^slr_/),
    })
    expect((await typed('whoami', '--json')).json()).toMatchObject({ email: user.email, role: 'owner' })
    expect((await typed('clients', 'add', 'Dockside')).code).toBe(0)
    // It asks by name for invoices, which are part of no other scope (D-114).
    expect((await typed('billing', 'invoices')).code).toBe(0)
    expect((await typed('history')).stdout).toContain(', via Siteledger command line: Added the client Dockside\n')
  })

  it('opens the browser at the address that it prints', async () => {
    const user = await newTeam(app)
    const opened = join(folder, 'opened')
    const opener = join(folder, 'xdg-open')
    await writeFile(opener, `#!/bin/sh\nprintf %s "$1" > '${opened}.new' && mv '${opened}.new' '${opened}'\n`)
    await chmod(opener, 0o755)
    const env = { PATH: `${folder}:${process.env.PATH}`, SITELEDGER_CONFIG: newConfig() }
    const running = runProgram(process.execPath, [program, 'login', '--url', app.url, '--json'], env)
    const address = await until(() => readFile(opened, 'utf8'))
    await fetch(await answerOf(user, address))

    const { code, stdout, stderr } = await running.finished
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { email: user.email }])
    expect(stderr).toContain(address)
  })

  it('takes no answer of another state, and goes on waiting', async () => {
    const user = await newTeam(app)
    const { address, finished } = await beginLogin(app, newConfig(), '--no-browser')
    const redirect = await answerOf(user, address)
    const forged = new URL(redirect)
    forged.searchParams.set('state', 'another')

    expect((await fetch(forged)).status).toBe(404)
    expect((await fetch(new URL('/favicon.ico', redirect))).status).toBe(404)
    await fetch(redirect)
    expect(await finished).toMatchObject({ code: 0 })
  })

  it('takes no answer of another server', async () => {
    const user = await newTeam(app)
    const config = newConfig()
    const { address, finished } = await beginLogin(app, config, '--no-browser')
    const mixedUp = new URL(await answerOf(user, address))
    mixedUp.searchParams.set('iss', 'https://evil.example')
    await fetch(mixedUp)

    expect(await finished).toMatchObject({ code: 1, stderr: expect.stringContaining('The answer does not come from') })
    expect(await tokensIn(config)).toBeUndefined()
    expect(await generationsOf(app, user)).toEqual([])
  })

  it('says that the user has refused', async () => {
    const user = await newTeam(app)
    const { address, finished } = await beginLogin(app, newConfig(), '--no-browser')
    await fetch(await answerOf(user, address, false))

    expect(await finished).toMatchObject({ code: 1, stdout: '' })
    expect((await finished).stderr).toContain('siteledger: It was refused in the browser. Nothing was done.\n')
  })

  it('asks no server that goes by another address', async () => {
    const there = { SITELEDGER_CONFIG: newConfig() }

    const ended = await siteledgerProcess(
      there,
      'login',
      '--no-browser',
      '--url',
      `http://localhost:${new URL(app.url).port}`,
    )

    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining(`login --url ${app.url}`) })
  })
})
