import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type AfterEnd,
  type ProcessGroup,
  type ReadyMessage,
  readyByMessage,
  type SpecSource,
  startProcessGroup,
} from '#cli/supervisor/process-group.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { isListening } from '#tests/support/ports.ts'
import { runProgram } from '#tests/support/run-program.ts'

const processes = join(import.meta.dirname, '../../support/processes')

const steady =
  (name: string): SpecSource =>
  (predecessor) => ({
    name,
    command: process.execPath,
    args: [join(processes, 'steady.ts'), String(portOf(predecessor))],
    env: process.env,
    readiness: readyByMessage,
    graceMs: 5_000,
  })

const script =
  (name: string, code: string): SpecSource =>
  () => ({
    name,
    command: process.execPath,
    args: ['--eval', code],
    env: process.env,
    readiness: readyByMessage,
    graceMs: 5_000,
  })

/** Long enough for a process to start on a busy machine; what is waited for comes much sooner. */
const POLL = { timeout: 120_000 }

const portOf = (message: ReadyMessage | undefined): number => (message?.type === 'listening' ? message.port : 0)

let families: ProcessGroup[] = []

afterEach(async () => {
  for (const family of families) await family.stop()
  families = []
})

const world = (afterEnd?: AfterEnd) => {
  const said: string[] = []
  const written: string[] = []
  const family = startProcessGroup(
    (line) => said.push(line),
    (name, line) => written.push(`${name}: ${line}`),
    afterEnd,
    1,
  )
  families.push(family)
  return { family, said, written }
}

/** Kills the newest process that wrote its number. */
const killNewest = (written: readonly string[]): void => {
  const pid = written.findLast((line) => line.includes('at work as'))?.match(/\d+$/)?.[0]
  process.kill(Number(pid), 'SIGKILL')
}

describe('processes that live and end together', () => {
  it('end in order, the last started first', async () => {
    const { family, written } = world()
    await family.start(steady('first'))
    await family.start(steady('second'))

    await family.stop()

    expect(written.filter((line) => line.includes('order'))).toStrictEqual([
      'second: ending in order',
      'first: ending in order',
    ])
  })

  it('come back on the same port when one is killed', async () => {
    const { family, said, written } = world()
    const port = portOf(await family.start(steady('store')))

    killNewest(written)

    await expect.poll(() => written.filter((line) => line.startsWith('store: at work')), POLL).toHaveLength(2)
    expect(await isListening(port)).toBe(true)
    expect(said).toStrictEqual(['store ended unexpectedly (signal SIGKILL); starting it again (1 of 3).'])
  })

  it('restart in order, on the same port, on request', async () => {
    const { family, said, written } = world()
    const port = portOf(await family.start(steady('changed')))
    await family.start(steady('left alone'))

    family.restart(['changed'])

    await expect.poll(() => written.filter((line) => line.startsWith('changed: at work')), POLL).toHaveLength(2)
    expect(await isListening(port)).toBe(true)
    expect(written.filter((line) => line.includes('order'))).toStrictEqual(['changed: ending in order'])
    expect(said).toStrictEqual([])
  })

  it('wait for a manual restart, if so configured, when one ends by itself', async () => {
    const { family, said, written } = world('wait for restart')
    await family.start(steady('store'))
    killNewest(written)
    await expect
      .poll(() => said, POLL)
      .toStrictEqual(['store ended (signal SIGKILL); it starts again with the next change.'])

    family.restart(['store'])

    await expect.poll(() => written.filter((line) => line.startsWith('store: at work')), POLL).toHaveLength(2)
  })

  it('give up when one ends for the fourth time within a minute', async () => {
    const { family, said, written } = world()

    const start = family.start(script('broken', 'console.error("Out of luck."); process.exitCode = 3'))

    await expect(start).rejects.toMatchObject({
      message: 'broken ended 4 times within a minute (code 3); giving up.',
      exitCode: 1,
    })
    await expect(family.failure).rejects.toThrow('giving up')
    expect(said).toHaveLength(3)
    expect(written).toStrictEqual(Array(4).fill('broken: Out of luck.'))
  })

  it('give up at once, with the same exit code, on a configuration that cannot work', async () => {
    const { family, said, written } = world()

    const code = 'console.error("Looking."); console.error("Set PICKY."); process.exitCode = 78'
    const start = family.start(script('picky', code))

    await expect(start).rejects.toMatchObject({ message: 'Set PICKY.', exitCode: 78 })
    expect(said).toStrictEqual([])
    expect(written).toStrictEqual(['picky: Looking.'])
  })

  it('give up on a program that is not there', async () => {
    const { family } = world()

    const start = family.start(() => ({ ...steady('absent')(undefined), command: '/nowhere/program' }))

    await expect(start).rejects.toMatchObject({ exitCode: 1 })
  })

  it('are killed, with what they started, when they do not end in time', async () => {
    const { family } = world()
    const port = portOf(
      await family.start(() => ({
        ...steady('stubborn')(undefined),
        args: [join(processes, 'stubborn.ts')],
        graceMs: 50,
      })),
    )

    await family.stop()

    await expect.poll(() => isListening(port), POLL).toBe(false)
  })

  it('leave no orphan when their supervisor is killed', async () => {
    const folder = temporaryFolder()
    const supervisor = runProgram(process.execPath, [join(processes, 'small-supervisor.ts'), folder], process.env)
    const ports: number[] = (JSON.parse(await supervisor.printed(/\n/)) as ReadyMessage[]).map(portOf)
    expect(await Promise.all(ports.map(isListening))).toStrictEqual([true, true])

    supervisor.child.kill('SIGKILL')

    for (const port of ports) await expect.poll(() => isListening(port), POLL).toBe(false)
  })
})
