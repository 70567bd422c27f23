import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isSignedBy, vkeysOf } from '#api/notary/note.ts'
import { readTree, treeFolder } from '#api/notary/tree-files.ts'
import { readCheckpoint, type SignedCheckpoint } from '#schemas/proofs/checkpoint.ts'
import { notaryKeys, notaryLogId } from '#tests/support/notary-keys.ts'
import { notaryWorld, rootOfEvents } from '#tests/support/notary-world.ts'
import { visitEvents } from '#tests/support/whole-log.ts'

type World = Awaited<ReturnType<typeof notaryWorld>>

const newest = async ({ kept }: World): Promise<SignedCheckpoint> => {
  const last = await kept.last()
  const checkpoint = last && readCheckpoint(last.note)
  if (!checkpoint) throw new Error('nothing is signed')
  return checkpoint
}
const sizesKept = ({ dataDir }: World): string[] => {
  const folder = join(dataDir, 'notary/checkpoints')
  return existsSync(folder) ? readdirSync(folder).toSorted() : []
}
const sizeOfTree = ({ dataDir }: World) => readTree(treeFolder(dataDir), (tree) => tree.size())
const hex = ({ root }: SignedCheckpoint): string => Buffer.from(root).toString('hex')

describe('the notary', () => {
  test('signs the root of all events, at most once a minute, and only where the tree grew', async () => {
    const world = await notaryWorld()
    world.set(visitEvents(5))
    const pass = world.start()

    await pass()
    const first = await newest(world)
    expect(first).toMatchObject({ origin: `siteledger/log/${notaryLogId}`, size: 10, signedAt: world.now })
    expect(hex(first)).toBe(rootOfEvents(world.events()))
    expect(isSignedBy(first, vkeysOf(notaryKeys(1)))).toBe(true)

    world.add(visitEvents(1))
    world.later(59)
    await pass()
    expect(await newest(world)).toEqual(first)
    expect(sizeOfTree(world)).toBe(12)
    world.later(1)
    await pass()
    expect(await newest(world)).toMatchObject({ size: 12, signedAt: world.now })
    expect(hex(await newest(world))).toBe(rootOfEvents(world.events()))
    world.later(60)
    await pass()
    expect((await newest(world)).signedAt).not.toEqual(world.now)
  })

  test('reads on from where it was, and anew what was not signed when it starts again', async () => {
    const world = await notaryWorld()
    world.set(visitEvents(5))
    const pass = world.start()
    await pass()
    world.add(visitEvents(2))
    await pass()
    expect(world.reads).toBe(14)

    await world.start()()
    expect(world.reads).toBe(18)
    world.later(60)
    await pass()
    expect(hex(await newest(world))).toBe(rootOfEvents(world.events()))
  })

  test('keeps the last checkpoint of each hour', async () => {
    const world = await notaryWorld()
    const pass = world.start()
    for (const minutes of [0, 10, 40, 50, 110]) {
      world.add(visitEvents(1))
      world.now = new Date(Date.UTC(2026, 10, 24, 9, 10 + minutes))
      await pass()
    }

    expect(sizesKept(world)).toEqual(['6.note', '8.note'])
    expect(readCheckpoint((await world.kept.kept(6)) ?? '')).toMatchObject({ size: 6 })
    expect((await newest(world)).size).toBe(10)
  })

  test('signs nothing without its turn, nor over what another signed meanwhile', async () => {
    const world = await notaryWorld()
    world.set(visitEvents(2))
    await world.start({ takeTurn: async () => false })()
    expect(await world.kept.last()).toBeUndefined()

    const other = world.start()
    const takeTurn = async () => {
      await other()
      world.later(2)
      return true
    }
    const beside = await notaryWorld()
    beside.set(world.events())
    await beside.start({ kept: world.kept, takeTurn, now: () => world.now })()
    expect((await newest(world)).signedAt).toEqual(new Date('2026-11-24T09:14:20.000Z'))
  })

  test('tells of a log that ends before what was signed, and does not sign it', async () => {
    const world = await notaryWorld()
    world.set(visitEvents(2000))
    const pass = world.start()
    await pass()
    const first = await newest(world)
    world.set(world.events().slice(0, 1500))
    world.later(600)

    const words = 'The log ends at 1,500 events, but 4,000 were signed on 24/11/2026 09:14 GMT.'
    await expect(world.start()()).rejects.toThrow(words)
    expect(await newest(world)).toEqual(first)
    world.add(visitEvents(1500))
    const altered = 'The first 4,000 events are not what was signed on 24/11/2026 09:14 GMT.'
    await expect(world.start()()).rejects.toThrow(altered)
    expect(await newest(world)).toEqual(first)
  })

  test('reads damaged files of the tree anew before it says that the log is another', async () => {
    const world = await notaryWorld()
    world.set(visitEvents(200))
    const pass = world.start()
    await pass()
    writeFileSync(join(treeFolder(world.dataDir), '0'), Buffer.alloc(32), { flag: 'r+' })
    world.add(visitEvents(1))
    world.later(60)
    await pass()
    expect(hex(await newest(world))).toBe(rootOfEvents(world.events()))

    rmSync(treeFolder(world.dataDir), { recursive: true })
    world.add(visitEvents(1))
    world.later(60)
    await pass()
    expect(hex(await newest(world))).toBe(rootOfEvents(world.events()))
  })

  test('begins anew under a name of its own once that is recorded, and keeps what was signed before', async () => {
    const world = await notaryWorld()
    world.set(visitEvents(4))
    await world.start()()
    world.set(visitEvents(3))
    world.later(60)
    const data = { n: 2, reason: 'an older backup', signed: 8, found: 6 }
    world.changes.push({ type: 'NotaryBegunAnew', data, at: world.now.toISOString() })

    await world.start()()
    expect(await newest(world)).toMatchObject({ origin: `siteledger/log/${notaryLogId}/2`, size: 6 })
    expect(isSignedBy(await newest(world), vkeysOf(notaryKeys(2)))).toBe(true)
    expect(sizesKept(world)).toEqual(['8.note'])
  })

  test('the former key vouches for a new one in a checkpoint that both sign', async () => {
    const world = await notaryWorld()
    world.set(visitEvents(4))
    const pass = world.start()
    await pass()
    world.add(visitEvents(1))
    world.later(60)
    const [vkey = ''] = vkeysOf(notaryKeys(2))
    world.changes.push({ type: 'NotaryKeyChanged', data: { n: 2, vkey }, at: world.now.toISOString() })
    await pass()

    const both = readCheckpoint((await world.kept.kept(10)) ?? '')
    expect(both).toMatchObject({ origin: `siteledger/log/${notaryLogId}`, size: 10 })
    expect(both?.signatures).toHaveLength(4)
    for (const n of [1, 2]) expect(both && isSignedBy(both, vkeysOf(notaryKeys(n)))).toBe(true)
    const alone = await newest(world)
    expect(alone).toMatchObject({ origin: `siteledger/log/${notaryLogId}/2`, size: 10 })
    expect(isSignedBy(alone, vkeysOf(notaryKeys(1)))).toBe(false)
    expect(sizesKept(world)).toEqual(['10.note', '8.note'])
  })

  test('leaves a log to a version that counts more kinds of streams, and one that another key signed', async () => {
    const world = await notaryWorld()
    world.set(visitEvents(4))
    await world.start({ kinds: ['site', 'visit', 'asset'] })()
    world.later(60)
    world.add(visitEvents(1))

    await expect(world.start()()).rejects.toThrow('does not know: asset.')
    const pass = world.start({ kinds: ['site', 'visit', 'asset'], keys: (n) => notaryKeys(n + 1) })
    await expect(pass()).rejects.toThrow('is not signed by the key of this notary')
  })
})
