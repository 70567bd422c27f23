import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '#tests/support/folders.ts'
import { runProgram } from '#tests/support/run-program.ts'

const installAndRun = join(import.meta.dirname, '../../support/processes/install-and-run.mjs')
const npmEnd = join(import.meta.dirname, '../../../cli/install/npm-end.mjs')

/** A clone with a script to run, on a machine whose npm only notes that it was called, and takes a while. */
const world = (script: string, npm = 'sleep 0.2; mkdir -p node_modules; echo $1 >> calls') => {
  const root = temporaryFolder()
  writeFileSync(join(root, 'package-lock.json'), '{}')
  writeFileSync(join(root, 'script.mjs'), script)
  writeFileSync(join(root, 'npm'), `#!/bin/sh\ncd '${root}'\n${npm}\n`)
  chmodSync(join(root, 'npm'), 0o755)
  const env = { PATH: `${root}:${process.env.PATH}` }
  const start = (...flags: string[]) =>
    runProgram(process.execPath, [...flags, installAndRun, root, join(root, 'script.mjs')], env)
  const npmCalls = () => (existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8') : '')
  return { root, start, npmCalls }
}

describe('a start', () => {
  it('installs what the lock file says, and again only when that changes', async () => {
    const { root, start, npmCalls } = world('')

    expect(await start().finished).toMatchObject({
      code: 0,
      stdout: 'Installing npm packages ...\nInstalled npm packages.\n',
    })
    expect(await start().finished).toMatchObject({ code: 0, stdout: '' })
    writeFileSync(join(root, 'package-lock.json'), '{"lockfileVersion":3}')
    await start().finished

    expect(npmCalls()).toBe('ci\ninstall\n')
  })

  it('waits for another that is installing', async () => {
    const { start, npmCalls } = world(`console.log('at work')`)

    const both = await Promise.all([start().finished, start().finished])

    expect(both.map(({ code }) => code)).toStrictEqual([0, 0])
    expect(both.every(({ stdout }) => stdout.endsWith('at work\n'))).toBe(true)
    expect(npmCalls()).toBe('ci\n')
  })

  it('takes over from another that was killed while it installed', async () => {
    const { start, npmCalls, root } = world(
      '',
      'if [ -e calls ]; then mkdir -p node_modules; else echo 1 >> calls; cat; fi',
    )
    const first = start()
    await first.printed(/Installing/)
    await expect.poll(() => npmCalls(), { timeout: 120_000 }).toBe('1\n')

    first.child.kill('SIGKILL')

    expect(await start().finished).toMatchObject({ code: 0 })
    expect(existsSync(join(root, '.build/install.lock'))).toBe(false)
  })

  it('shows why npm failed, says so in one line, and does not run', async () => {
    const { root, start } = world(`console.log('at work')`, 'echo "no network" >&2; exit 7')

    const finished = await start().finished

    expect(finished.code).toBe(1)
    expect(finished.stdout).toBe('Installing npm packages ...\n')
    expect(finished.stderr).toMatch(/^no network\n.*npm ci .* ended with code 7\n$/)
    expect(existsSync(join(root, 'node_modules'))).toBe(false)
  })

  it('becomes the program', async () => {
    const { start } = world('console.log(process.pid)')
    const running = start()

    expect(await running.finished).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(new RegExp(`^${running.child.pid}$`, 'm')),
    })
  })
})

/** As on a Node before 22.15. */
const withoutExecve = '--import=data:text/javascript,process.execve=undefined'

describe.each([
  ['can be replaced', []],
  ['cannot be replaced', [withoutExecve]],
])('a process that %s by the program', (_, flags) => {
  it('passes on the exit code', async () => {
    const { start } = world('process.exit(42)')

    expect(await start(...flags).finished).toMatchObject({ code: 42 })
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('passes on %s', async (signal) => {
    const { start } = world(`
      process.once('${signal}', () => { console.log('ending in order'); process.exit(0) })
      setInterval(() => {}, 1000)
      console.log('at work')`)
    const running = start(...flags)
    await running.printed(/at work/)

    running.child.kill(signal)

    expect(await running.finished).toMatchObject({ code: 0, stdout: expect.stringMatching(/ending in order\n$/) })
  })
})

it('a process that cannot be replaced tells the program when it is killed', async () => {
  const { start } = world(`
    process.once('disconnect', () => { console.log('alone'); process.exit(0) })
    console.log('at work')`)
  const running = start(withoutExecve)
  await running.printed(/at work/)

  running.child.kill('SIGKILL')

  await running.printed(/alone/)
})

it.each([
  ['can be replaced', []],
  ['cannot be replaced', [withoutExecve]],
])('a process that %s ends with the npm that runs it', async (_, flags) => {
  const { root } = world(`
    import { whenNpmEnds } from '${npmEnd}'
    whenNpmEnds(() => process.kill(process.pid, 'SIGTERM'))
    process.once('SIGTERM', () => { console.log('ending in order'); process.exit(0) })
    setInterval(() => {}, 1000)
    console.log('at work')`)
  const npm = `${JSON.stringify(process.execPath)} ${flags.join(' ')} '${installAndRun}' '${root}' '${root}/script.mjs' & wait`
  const env = { PATH: `${root}:${process.env.PATH}`, npm_lifecycle_event: 'start' }
  const running = runProgram('/bin/sh', ['-c', npm], env)
  await running.printed(/at work/)

  running.child.kill('SIGKILL')

  await running.printed(/ending in order/)
})
