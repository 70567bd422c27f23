import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { tokenDigest } from '#api/adapters/bearers.ts'
import { openKeyStore } from '#api/adapters/key-store.ts'
import { masterKeyFor } from '#api/adapters/master-key.ts'
import { readEnv } from '#api/env/env.ts'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { type NewEvent, openLedger } from '#api/event-store/ledger.ts'
import { apiTokenStream, teamStream, userStream } from '#api/event-store/streams.ts'
import type { LedgerEvent } from '#schemas/events/registry.ts'
import { ApiTokenId, type TeamId, UserId } from '#schemas/ids.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { register } from '#schemas/resources/registration.ts'
import { currentTeam } from '#schemas/resources/teams.ts'
import { plainMembership } from '#schemas/rights/membership.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { newClientId, newCommandId } from '#tests/support/new-ids.ts'
import { registration } from '#tests/support/teams.ts'
import { processorSeconds, residentMegabytes } from '../process-cost.ts'
import { type Listeners, openListeners } from './listeners.ts'
import { median, wire } from './load.ts'
import { startOn } from './seeded.ts'

// node tests/bench/api/live.ts: 5,000 live streams of one team on one process, each notified of every added client,
// compared to a bare node:http server that writes the same bytes to as many. READERS and CHANGES set other numbers.
const readers = Number(process.env.READERS ?? 5000)
const changes = Number(process.env.CHANGES ?? 30)
/** The limit for one user (`atOnce` of the contract). */
const streamsEach = 50

const allowed = Number(execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }))
if (allowed < readers + 1000) {
  const more = `ulimit -n ${readers + 1000} && exec "$0" "$@"`
  execFileSync('sh', ['-c', more, process.execPath, ...process.argv.slice(1)], { stdio: 'inherit' })
  process.exit()
}

const dataDir = await mkdtemp(join(tmpdir(), 'siteledger-live-'))
const product = await startOn(dataDir)
const owner = product.guest()
await owner.call(register, { body: registration() })
const { id: teamId } = (await owner.call(currentTeam)).body

/** Adds members with a token each to the team, as events: a registration costs a tenth of a second of hashing. */
const addMembers = async (team: TeamId, count: number): Promise<string[]> => {
  const keys = openKeyStore(join(dataDir, 'keys.sqlite'), masterKeyFor(readEnv({ DATA_DIR: dataDir })))
  const log = connectEventStore(product.eventStoreUrl)
  const ledger = openLedger(log, keys)
  const event = (said: LedgerEvent): NewEvent => ({ ...said, id: newCommandId(), metadata: contextOf(team, null) })
  const tokens: string[] = []
  const joined: NewEvent[] = []
  for (let n = 0; n < count; n += 1) {
    const userId = UserId.parse(newCommandId())
    const tokenId = ApiTokenId.parse(newCommandId())
    const token = `sl_${n.toString(16).padStart(64, '0')}`
    const person = { userId, name: `Reader ${n}`, email: `reader-${n}@example.com`, passwordHash: 'none' }
    await ledger.append(userStream(userId), 'no-stream', [event({ type: 'UserRegistered', data: person })])
    const held = { tokenId, userId, teamId: team, name: 'Live', abilities: ['clients.view' as const] }
    const created = { type: 'ApiTokenCreated', data: { ...held, digest: tokenDigest(token), expiresAt: null } } as const
    await ledger.append(apiTokenStream(tokenId), 'no-stream', [event(created)])
    joined.push(event({ type: 'MemberJoined', data: { teamId: team, userId, ...plainMembership('member') } }))
    tokens.push(token)
  }
  const history = await ledger.read(teamStream(team))
  const position = await ledger.append(teamStream(team), history.at(-1)?.revision ?? 'no-stream', joined)
  await owner.request('GET', '/api/clients', { headers: { 'x-min-position': position } })
  await log.close()
  keys.close()
  return tokens
}

/** Opens the connections, sends changes to all of them, and prints the cost for the process. */
const measure = async (name: string, pid: number, open: () => Promise<Listeners>, tell: (id: string) => unknown) => {
  const before = { memory: residentMegabytes(pid).own, time: processorSeconds(pid) }
  const lines = await open()
  const opened = (processorSeconds(pid) - before.time) / readers
  await wait(2000)
  const memory = residentMegabytes(pid).own - before.memory
  const told = async () => {
    const id = newClientId()
    const arrives = lines.received(id)
    await tell(id)
    return arrives
  }
  for (let n = 0; n < 5; n += 1) await told()
  const from = processorSeconds(pid)
  const times: { first: number; last: number }[] = []
  for (let n = 0; n < changes; n += 1) times.push(await told())
  const used = processorSeconds(pid) - from
  const held = residentMegabytes(pid).own - before.memory
  lines.close()
  const kilobytes = (megabytes: number) => ((megabytes * 1024) / readers).toFixed(1)
  process.stdout.write(
    `${name.padEnd(5)} ${((used / changes / readers) * 1e6).toFixed(1)} us of processor time for each that is told, ` +
      `first reader after ${median(times.map(({ first }) => first)).toFixed(0)} ms, ` +
      `last after ${median(times.map(({ last }) => last)).toFixed(0)} ms; ` +
      `${kilobytes(memory)} KB a line, ${kilobytes(held)} KB after ${changes} changes; ` +
      `${(opened * 1e6).toFixed(0)} us of processor time to open one\n`,
  )
}

const bareFile = fileURLToPath(new URL('./bare-stream.ts', import.meta.url))
const bare = fork(bareFile, { execArgv: [], env: { ...process.env, NODE_ENV: 'production' } })
const [{ port: barePort }] = (await once(bare, 'message')) as [{ port: number }]

try {
  const tokens = await addMembers(teamId, Math.ceil(readers / streamsEach))
  const heads = Array.from({ length: readers }, (_, n) =>
    wire('GET', '/api/stream', { authorization: `Bearer ${tokens[Math.floor(n / streamsEach)]}` }),
  )
  const port = Number(new URL(product.url).port)
  const add = (id: string) => owner.call(addClient, { body: { id, name: `Client ${id}` } } as object)
  await measure('ours', product.pidOf('API') ?? 0, () => openListeners(port, heads), add)
  const position = '1234567'
  const message = (id: string) =>
    `id: ${position}\ndata: ${JSON.stringify({ type: 'ClientAdded', resource: 'clients', id, position })}\n\n`
  const write = (id: string) => bare.send(message(id))
  await measure('bare', bare.pid ?? 0, () => openListeners(barePort, heads), write)
} finally {
  bare.kill()
  await product.stop()
  await rm(dataDir, { recursive: true })
}
