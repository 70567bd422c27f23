import { writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readEnv } from '#api/env/env.ts'
import { askEventStore, connectEventStore } from '#api/event-store/eventstoredb.ts'
import { refusalAt } from '#api/event-store/first-contact.ts'
import { openInstallationKeys } from '#api/installation/keys.ts'
import { checkEventStore } from '#cli/operations/doctor/event-store.ts'
import { checkLogIdentity } from '#cli/operations/doctor/log.ts'
import { freePort } from '#cli/operations/redis.ts'
import { startEventStore, type TestEventStore } from '#tests/support/event-store.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { listeningForTest } from '#tests/support/sockets.ts'

describe.skipIf(process.env.EVENTSTORE_URL)('an event store that refuses', () => {
  let store: TestEventStore
  beforeAll(async () => {
    store = await startEventStore()
  })
  afterAll(() => store.stop())

  const refusalOf = (url: string) =>
    askEventStore(url).then(
      () => 'answered',
      (error) => refusalAt(error, url),
    )
  const changed = (pattern: RegExp, to: string) => store.url.replace(pattern, to)

  test('answers the address that it gave itself, also among others that nobody answers at', async () => {
    expect(await refusalOf(store.url)).toBe('answered')
    const list = changed(/@([^?]+)/, `@127.0.0.1:${await freePort()},$1`)
    expect(await refusalOf(list)).toBe('answered')
    expect(await checkEventStore(readEnv({ EVENTSTORE_URL: list }), false)).toMatchObject([
      { state: 'fine', words: 'EVENTSTORE_URL names a user, over TLS.' },
      { state: 'fine', words: 'It answers, and all can be read.' },
      { state: 'fine', words: 'This user may write.' },
      { state: 'fine', words: expect.stringMatching(/^It is version [\d.]+: 127\.0\.0\.1:\d+ leader\.$/) },
      { words: expect.stringMatching(/^Its clock is \d+ ms (behind|ahead of) this machine's\.$/) },
    ])
  })

  test.each([
    ['a wrong password', /:[^:@]*@/, ':wrong@', /the user siteledger or the password is not known: .*EVENTSTORE_URL/],
    ['no user', /\/\/[^@]*@/, '//', /^The event store asks who calls: put user:password@ before the host/],
    ['an unknown CA', /\?.*/, '?tls=true', /certificate is not one that this machine trusts.*tlsCAFile/],
  ] as const)('says so at once of %s, and doctor too', async (_, pattern, to, line) => {
    const url = changed(pattern, to)

    expect(await refusalOf(url)).toMatch(line)
    const findings = await checkEventStore(readEnv({ EVENTSTORE_URL: url }), false)
    expect(findings.at(-1)).toMatchObject({ state: 'wrong', words: expect.stringMatching(line) })
  })

  test('[D-110] doctor compares its log with what is kept here', async () => {
    const dataDir = temporaryFolder()
    const log = connectEventStore(store.url)
    const env = readEnv({ DATA_DIR: dataDir, EVENTSTORE_URL: store.url })
    const { keys, logId } = await openInstallationKeys(log, env, () => {})
    keys.close()
    await log.close()
    const words = `It is the log ${logId}, and so are keys and content.`
    expect(await checkLogIdentity(env)).toEqual([{ about: 'log', state: 'fine', words }])

    await writeFile(join(dataDir, 'content/.log-id'), 'another')

    const line = expect.stringMatching(`^The event store has the log ${logId}, but .* belongs to the log another: `)
    expect(await checkLogIdentity(env)).toMatchObject([{ state: 'wrong', words: line }])
    expect(await checkLogIdentity({ ...env, eventStoreUrl: `esdb://127.0.0.1:${await freePort()}?tls=false` })).toEqual(
      [],
    )
  })

  test('says so where TLS is asked of a server without it', async () => {
    const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as { port: number }

    expect(await refusalOf(`esdb://127.0.0.1:${port}`)).toMatch(/^The event store speaks no TLS: set tls=false/)
  })

  test('says so where TLS is left out towards a server that wants it', async () => {
    const behind = Number(/:(\d+)\?/.exec(store.url)?.[1])
    // In front of one that takes both: what does not begin as TLS is hung up on.
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', (first) => {
        if (first[0] !== 0x16) return socket.destroy()
        const through = connect(behind, '127.0.0.1').on('error', () => {})
        through.write(first)
        socket.pipe(through).pipe(socket)
      })
    })
    const port = await listeningForTest(server)
    const url = `esdb://127.0.0.1:${port}?tls=false`
    const line = 'The event store wants TLS: leave out tls=false, in EVENTSTORE_URL.'

    expect(await refusalOf(url)).toBe(line)
    const findings = await checkEventStore(readEnv({ EVENTSTORE_URL: url }), false)
    expect(findings.at(-1)).toMatchObject({ state: 'wrong', words: line })
  })

  test('is no refusal where nobody answers yet', async () => {
    expect(await refusalOf(`esdb://127.0.0.1:${await freePort()}?tls=false`)).toBeUndefined()
  })
})
