import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { rootOf } from '#api/notary/merkle-tree.ts'
import type { Publication } from '#api/notary/notary-keys.ts'
import { treeFolder } from '#api/notary/tree-files.ts'
import { readCheckpoint } from '#schemas/proofs/checkpoint.ts'
import { hashNode } from '#schemas/proofs/tree.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { notaryWorld } from '#tests/support/notary-world.ts'
import { listeningForTest } from '#tests/support/sockets.ts'
import { visitEvents } from '#tests/support/whole-log.ts'
import type { OutgoingMail } from '#workers/adapters/outgoing.ts'
import { placesOf } from '#workers/notary/places.ts'
import { openPublishing } from '#workers/notary/publish.ts'

/** A notary that publishes at these addresses, over a log of so many visits, of two events each. */
const publishingWorld = async (addresses: readonly string[], visits: number) => {
  const world = await notaryWorld()
  const mails: OutgoingMail[] = []
  const warnings: object[] = []
  const published: Publication[] = []
  const ends = new Map<string, number>()
  const now = () => world.now
  const send = async (mail: OutgoingMail) => void mails.push(mail)
  const places = placesOf(addresses, treeFolder(world.dataDir), { send, from: 'log@app.test', now })
  const publish = openPublishing({
    places,
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
    now,
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

test('a mailbox gets the note once a day', async () => {
  const { world, pass, mails } = await publishingWorld(['mailto:auditor@example.com'], 1)
  for (const seconds of [0, 3600, 86_400]) {
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
