import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freePort } from '#cli/operations/redis.ts'
import { startNode } from '#tests/event-store/embedded/node.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { runProgram } from '#tests/support/run-program.ts'
import { founding, visitEvents, wholeEvent } from '#tests/support/whole-log.ts'
import { fileIn, folderWith, write } from './places.ts'

const cli = join(import.meta.dirname, '../../../../cli')

const run = (...args: string[]) => {
  const env = { PATH: process.env.PATH, HOME: temporaryFolder(), DATA_DIR: temporaryFolder() }
  return runProgram(process.execPath, args, env).finished
}
/** As it is typed, and what `siteledger log` becomes. */
const siteledger = (...args: string[]) => run(join(cli, 'siteledger.mjs'), 'log', ...args)
const log = (...args: string[]) => run(join(cli, 'operations/log/main.ts'), ...args)

describe('[D-112] siteledger log', () => {
  const id = randomUUID()
  const visits = visitEvents(2)

  test('info tells id, events, first and last place, size and streams by kind, of a backup too', async () => {
    const folder = await folderWith([founding(id), ...visits, wholeEvent('other-1', 0, 'VisitAdded', {})])
    writeFileSync(join(folder, 'manifest.json'), '{}')
    const files = readdirSync(folder)

    const told = await siteledger('info', folder)
    const json = await log('info', folder, '--json')

    expect([told.code, told.stderr]).toEqual([0, ''])
    expect(told.stdout).toMatch(
      `${folder} holds the log ${id}.\nevents   5 in 3 streams\nfirst    LogFounded at position `,
    )
    expect(told.stdout).toMatch(/last {5}VisitRenamed at position \d+, recorded 2026-03-01T10:00:00.000Z\nsize {5}/)
    expect(told.stdout).toMatch(/log\t1\t1\nvisit\t2\t4\n$/)
    const kinds = [
      { kind: 'log', streams: 1, events: 1 },
      { kind: 'visit', streams: 2, events: 4 },
    ]
    expect(JSON.parse(json.stdout)).toMatchObject({ name: folder, id, events: 5, streams: 3, kinds })
    expect(readdirSync(folder)).toEqual(files)
  })

  test('copy says what it would do, does it, and says of what was begun that it is not ended', async () => {
    const from = await folderWith([founding(id), ...visits])
    const to = join(temporaryFolder(), 'new')
    const args = ['copy', '--from', from, '--to', to]

    const dry = await siteledger(...args, '--dry-run')
    expect(dry).toMatchObject({ code: 0, stderr: '' })
    expect(dry.stdout).toMatch(`Would copy 5 events of the log ${id} from ${from} to ${to}; 0 are there already.`)
    expect((await log('info', to)).stderr).toBe(`siteledger: There is no log in ${to}: it has no events.sqlite.\n`)

    const begun = temporaryFolder()
    await write(begun, [wholeEvent('logcopy', 0, 'LogCopyBegun', { logId: id }), founding(id)])
    expect((await log('info', begun)).stdout).toMatch(
      `copy     of the log ${id}, begun and not ended: only log copy from the same source goes on with it`,
    )

    const done = await log(...args)
    expect(done.stdout).toMatch(`Copied the log ${id} to ${to}: 5 events in 3 streams, compared one by one`)
    expect(JSON.parse((await log('verify', from, to, '--json')).stdout)).toMatchObject({
      isEqual: true,
      streams: 3,
    })
  })

  test('copy waits for an event store that is not there at its beginning, and says so', async () => {
    const from = await folderWith([founding(id), ...visits])
    const args = ['--file', join(temporaryFolder(), 'events.sqlite'), '--port', String(await freePort())]
    const before = await startNode(args)
    await before.stop()
    const env = { PATH: process.env.PATH, HOME: temporaryFolder(), DATA_DIR: temporaryFolder() }
    const copying = ['copy', '--from', from, '--to', before.url]
    const { child, finished } = runProgram(process.execPath, [join(cli, 'operations/log/main.ts'), ...copying], env)
    if (child.stderr) await once(child.stderr, 'data')

    await startNode(args)

    const { code, stdout, stderr } = await finished
    expect(stderr).toMatch('The event store of the address does not answer yet; it is waited for, for two minutes: ')
    expect([code, stdout]).toEqual([0, expect.stringMatching(`^Copied the log ${id} to .*: 5 events in 3 streams`)])
  })

  test('verify fails in one line that names the first difference', async () => {
    const first = founding(id)
    const one = await folderWith([first, ...visits])
    const other = await folderWith([first])

    const { code, stdout, stderr } = await log('verify', one, other)

    const missing = `the first has revision 0 of ${visits[0]?.stream} (VisitAdded) where the second ends`
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: `siteledger: The logs differ: 5 and 1 events, 2 streams differ; first difference: ${missing}.\n`,
    })
  })

  test('ends in one line, with an exit code of the command line, and shows no password', async () => {
    const folder = temporaryFolder()
    const node = await startNode(['--file', fileIn(folder)])
    const wrong = join(temporaryFolder(), 'address')
    writeFileSync(wrong, node.url.replace(/:[^:@]+@/, ':not-it@'))
    const closed = 'esdb://me:secret-word@localhost:9?tls=false'

    const ended = await Promise.all(
      [
        ['info', wrong],
        ['info', closed],
        ['info', 'esdb://me:secret-word@'],
        ['copy', '--from', folder, '--to', temporaryFolder()],
        ['copy', '--from', folder, '--to', folder],
        ['verify', folder],
      ].map((args) => log(...args)),
    )

    expect(ended.map(({ code }) => code)).toEqual([77, 69, 2, 1, 2, 2])
    for (const { stderr, stdout } of ended) {
      expect(stderr).toMatch(/^siteledger: [^\n]+\n$/)
      expect(stdout + stderr).not.toMatch(/secret-word|not-it/)
    }
    expect(ended[0]?.stderr).toContain(
      'The event store asks who calls: the user siteledger or the password is not known',
    )
    expect(ended[3]?.stderr).toContain(`A running installation writes to ${folder}: stop it first, or pass --follow`)
  })

  test('copy writes nothing where it may not', async () => {
    const from = await folderWith([founding(id), ...visits])
    const closed = temporaryFolder()
    writeFileSync(join(closed, 'file'), 'not a folder')

    const { code, stderr } = await log('copy', '--from', from, '--to', join(closed, 'file', 'deeper'))

    expect([code, stderr.split('\n').length]).toEqual([1, 2])
  })
})
