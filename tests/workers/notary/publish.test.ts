import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { teamStream, userStream } from '#api/event-store/streams.ts'
import type { Publication } from '#api/notary/notary-keys.ts'
import { treeFolder } from '#api/notary/tree-files.ts'
import { applyEvent } from '#projections/engine/projection.ts'
import { expiryReminderQueries, expiryReminders } from '#projections/sweeps/expiry-reminders.ts'
import type { LedgerEvent } from '#schemas/events/registry.ts'
import type { UserId } from '#schemas/ids.ts'
import { readCheckpoint } from '#schemas/proofs/checkpoint.ts'
import { hashNode, rootOf } from '#schemas/proofs/tree.ts'
import type { Role } from '#schemas/rights/abilities.ts'
import { plainMembership } from '#schemas/rights/membership.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { openMemoryLedger } from '#tests/support/ledger.ts'
import { newCommandId, newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { notaryWorld } from '#tests/support/notary-world.ts'
import { projected } from '#tests/support/read-models.ts'
import { listeningForTest } from '#tests/support/sockets.ts'
import { visitEvents } from '#tests/support/whole-log.ts'
import type { OutgoingMail } from '#workers/adapters/outgoing.ts'
import { atAuthority, membersPlaces, placesOf } from '#workers/notary/places.ts'
import { openPublishing } from '#workers/notary/publish.ts'

type Members = Pick<Parameters<typeof membersPlaces>[0], 'ledger' | 'reminders' | 'timeZone' | 'mustBeVerified'>

/** A notary that publishes at these addresses, over a log of so many visits, of two events each. */
const publishingWorld = async (
  addresses: readonly string[],
  visits: number,
  { members, authority }: { members?: Members; authority?: string } = {},
) => {
  const world = await notaryWorld()
  const mails: OutgoingMail[] = []
  const warnings: object[] = []
  const published: Publication[] = []
  const ends = new Map<string, number>()
  const now = () => world.now
  const send = async (mail: OutgoingMail) => void mails.push(mail)
  const mailing = { send, from: 'log@app.test', now }
  const places = [
    ...placesOf(addresses, treeFolder(world.dataDir), mailing),
    ...(authority === undefined ? [] : [atAuthority(authority, world.kept)]),
  ]
  const publish = openPublishing({
    places: () => [...places, ...(members ? membersPlaces({ ...members, ...mailing }) : [])],
    kept: world.kept,
    publications: async () => published,
    record: async ({ type, data }) => {
      if (type === 'CheckpointPublished') published.push({ ...data, at: now().toISOString() })
    },
    turns: {
      take: async (name, milliseconds) => {
        if ((ends.get(name) ?? 0) > now().getTime()) return false
        ends.set(name, now().getTime() + milliseconds)
        return true
      },
      endIn: async (name, milliseconds) => void ends.set(name, now().getTime() + milliseconds),
    },
    clock: { timeZone: 'Europe/London', now },
    log: { warn: (fields: object) => void warnings.push(fields) },
  })
  world.set(visitEvents(visits))
  const sign = world.start()
  const pass = async () => {
    await sign()
    await publish()
  }
  return { world, mails, warnings, published, pass }
}

test('a folder has hashes from which others work out the root of its checkpoint, and no piece of a whole tile', async () => {
  const folder = temporaryFolder()
  const { world, pass, published } = await publishingWorld([pathToFileURL(folder).href], 150)
  const rootInFolder = () => {
    const checkpoint = readCheckpoint(readFileSync(join(folder, 'checkpoint'), 'utf8'))
    if (!checkpoint) throw new Error('There is no checkpoint.')
    const leafAt = (index: number) => {
      const tile = join(folder, 'tile/0', String(Math.floor(index / 256)).padStart(3, '0'))
      const file = existsSync(tile) ? tile : join(`${tile}.p`, String(checkpoint.size % 256))
      return readFileSync(file).subarray((index % 256) * 32, (index % 256) * 32 + 32)
    }
    const nodeAt = (level: number, index: number): Uint8Array =>
      level === 0 ? leafAt(index) : hashNode(nodeAt(level - 1, 2 * index), nodeAt(level - 1, 2 * index + 1))
    return { size: checkpoint.size, isRoot: Buffer.compare(rootOf(nodeAt, checkpoint.size), checkpoint.root) === 0 }
  }

  await pass()
  expect(rootInFolder()).toEqual({ size: 300, isRoot: true })
  expect(readdirSync(join(folder, 'tile/0'))).toEqual(['000', '001.p'])
  // A server of another account serves it.
  const modeOf = (path: string) => statSync(join(folder, path)).mode & 0o777
  expect(['checkpoint', 'tile/0/000', 'tile', 'tile/0/001.p'].map(modeOf)).toEqual([0o644, 0o644, 0o755, 0o755])
  world.add(visitEvents(110))
  world.later(60)
  await pass()
  expect(rootInFolder()).toEqual({ size: 520, isRoot: true })
  expect(readdirSync(join(folder, 'tile/0'))).toEqual(['000', '001', '002.p'])
  expect(readdirSync(join(folder, 'tile/1/000.p'))).toEqual(['1', '2'])
  expect(published.map(({ to, size }) => [to, size])).toEqual([['file', 300]])
})

test('a server is posted the note each hour, and once more where it fails; what went out is recorded once a day', async () => {
  const bodies: string[] = []
  let status = 503
  const server = createServer(async (request, response) => {
    bodies.push(await text(request))
    response.writeHead(status).end()
  })
  const url = `http://127.0.0.1:${await listeningForTest(server)}/log`
  const { world, pass, published, warnings } = await publishingWorld([url], 1)

  await pass()
  expect(bodies).toHaveLength(5)
  expect(warnings).toEqual([{ to: new URL(url).host, error: `${new URL(url).host} answered 503` }])
  status = 204
  for (const seconds of [60, 3600, 60, 3600]) {
    world.add(visitEvents(1))
    world.later(seconds)
    await pass()
  }
  expect(bodies.slice(5).map((note) => readCheckpoint(note)?.size)).toEqual([6, 10])
  expect(published).toEqual([{ to: new URL(url).host, at: expect.any(String), size: 6, root: expect.any(String) }])
  expect(readCheckpoint((await world.kept.kept(6)) ?? '')?.size).toBe(6)
})

test('a mailbox gets the note once a day, which ends at midnight', async () => {
  const { world, pass, mails } = await publishingWorld(['mailto:auditor@example.com'], 1)
  // From 9 o'clock to 10, and into the first minutes of the next day.
  for (const seconds of [0, 3600, 50_000]) {
    world.later(seconds)
    world.add(visitEvents(1))
    await pass()
  }

  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['auditor@example.com', 'Checkpoint of 4 events'],
    ['auditor@example.com', 'Checkpoint of 8 events'],
  ])
  expect(readCheckpoint(mails[0]?.text ?? '')?.size).toBe(4)
})

test('members who ask for it are mailed once a day, at a verified address, while they may read the history', async () => {
  const { ledger, keys } = openMemoryLedger()
  const teamId = newTeamId()
  const ann = newUserId()
  const bob = newUserId()
  const eve = newUserId()
  const read = projected(expiryReminders, [])
  const record = async (stream: string, ...facts: LedgerEvent[]) => {
    const before = await ledger.read(stream)
    const events = facts.map((fact) => ({ ...fact, id: newCommandId(), metadata: contextOf(teamId, ann) }))
    await ledger.append(stream, before.at(-1)?.revision ?? 'no-stream', events)
    for (const event of (await ledger.read(stream)).slice(before.length)) applyEvent(expiryReminders, read, event)
  }
  const wish = (userId: UserId, daily: boolean) =>
    record(userStream(userId), { type: 'CheckpointMailChosen', data: { userId, daily } })
  const change = (userId: UserId, role: Role) =>
    record(teamStream(teamId), { type: 'MemberChanged', data: { teamId, userId, ...plainMembership(role) } })
  const team = { teamId, ownerId: ann, name: 'North', slug: 'north', trialEndsAt: '2026-12-24T00:00:00.000Z' }
  await record(teamStream(teamId), { type: 'TeamCreated', data: team })
  for (const userId of [ann, bob, eve]) {
    await keys.forSealing(userId, true)
    const person = { userId, name: 'A', email: `${userId}@example.com`, passwordHash: 'h' }
    await record(userStream(userId), { type: 'UserRegistered', data: person })
    if (userId !== eve) await record(userStream(userId), { type: 'EmailVerified', data: { userId } })
    await wish(userId, true)
    const joined = { teamId, userId, ...plainMembership(userId === bob ? 'editor' : 'auditor') }
    await record(teamStream(teamId), { type: 'MemberJoined', data: joined })
  }
  const members = { ledger, reminders: expiryReminderQueries(read), timeZone: 'Europe/London', mustBeVerified: true }
  const { world, pass, mails, published } = await publishingWorld([], 1, { members })
  const passAfter = async (seconds: number) => {
    world.later(seconds)
    world.add(visitEvents(1))
    await pass()
    return mails.splice(0).map(({ to, text: note }) => [to, readCheckpoint(note)?.size])
  }

  expect(await passAfter(0)).toEqual([[`${ann}@example.com`, 4]])
  expect(published.map(({ to, size }) => [to, size])).toEqual([['mail', 4]])
  await change(bob, 'admin')
  // The note of the day, which packs have, and not the newest.
  expect(await passAfter(3600)).toEqual([[`${bob}@example.com`, 4]])
  expect(await passAfter(86_400)).toEqual([
    [`${ann}@example.com`, 8],
    [`${bob}@example.com`, 8],
  ])
  await change(ann, 'editor')
  await wish(bob, false)
  expect(await passAfter(86_400)).toEqual([])
  // Nobody can verify an address where no mail is delivered.
  members.mustBeVerified = false
  expect(await passAfter(86_400)).toEqual([[`${eve}@example.com`, 12]])
})

/** A time-stamping authority with a certificate of its own, as a server; it refuses while `isAway`. */
const authorityWorld = async () => {
  const folder = temporaryFolder()
  const openssl = (...parameters: string[]) => execFileSync('openssl', parameters, { cwd: folder, stdio: 'pipe' })
  writeFileSync(
    join(folder, 'tsa.cnf'),
    `[req]
distinguished_name = name
x509_extensions = stamping
[name]
[stamping]
extendedKeyUsage = critical, timeStamping
[tsa]
default_tsa = authority
[authority]
serial = ${folder}/serial
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256
`,
  )
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', 'tsa.key']
  openssl('req', '-x509', ...key, '-out', 'tsa.pem', '-subj', '/CN=Authority', '-config', 'tsa.cnf')
  const authority = { url: '', isAway: true, asked: 0, folder, openssl }
  const server = createServer(async (request, response) => {
    authority.asked += 1
    writeFileSync(join(folder, 'asked.tsq'), await buffer(request))
    if (!authority.isAway) {
      const signing = ['-config', 'tsa.cnf', '-signer', 'tsa.pem', '-inkey', 'tsa.key']
      openssl('ts', '-reply', ...signing, '-queryfile', 'asked.tsq', '-out', 'reply.tsr')
    }
    // A refusal: status 2, bad data.
    const refused = Buffer.from('30053003020102', 'hex')
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' })
    response.end(authority.isAway ? refused : readFileSync(join(folder, 'reply.tsr')))
  })
  authority.url = `http://127.0.0.1:${await listeningForTest(server)}/tsa`
  return authority
}

test('an authority is asked once a day for the time of the newest note, again where it refuses; openssl verifies it', async () => {
  const authority = await authorityWorld()
  const { world, pass, published, warnings } = await publishingWorld([], 1, { authority: authority.url })
  const { host } = new URL(authority.url)
  const timestamps = async () => {
    const folder = join(world.dataDir, 'notary/checkpoints')
    const names = existsSync(folder) ? readdirSync(folder) : []
    const sizes = names.flatMap((name) => (name.endsWith('.tsr') ? Number.parseInt(name, 10) : []))
    const read = async (size: number) => ({ name: `checkpoints/${size}.tsr`, reply: await world.kept.timestamp(size) })
    return Promise.all(sizes.map(read))
  }

  await pass()
  expect([warnings, published]).toEqual([[{ to: host, error: `${host} gave no timestamp: status 2` }], []])
  expect(await timestamps()).toEqual([])
  authority.isAway = false
  for (const seconds of [60, 3600, 3600]) {
    world.later(seconds)
    world.add(visitEvents(1))
    await pass()
  }

  expect([authority.asked, published.map(({ to, size }) => [to, size])]).toEqual([2, [[host, 6]]])
  const [kept, ...others] = await timestamps()
  expect([kept?.name, others]).toEqual(['checkpoints/6.tsr', []])
  writeFileSync(join(authority.folder, 'kept.tsr'), kept?.reply ?? '')
  writeFileSync(join(authority.folder, '6.note'), (await world.kept.kept(6)) ?? '')
  const verify = () => authority.openssl('ts', '-verify', '-data', '6.note', '-in', 'kept.tsr', '-CAfile', 'tsa.pem')
  expect(verify).not.toThrow()
  writeFileSync(join(authority.folder, '6.note'), 'another')
  expect(verify).toThrow('message imprint mismatch')
})
