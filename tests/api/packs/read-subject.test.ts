import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contentsOf, madePaths, piecesOf } from '#api/packs/entries-of.ts'
import type { PackLeaf } from '#api/packs/leaves.ts'
import type { PackOrder } from '#api/packs/pack.ts'
import { readSubject } from '#api/packs/read-subject.ts'
import type { PackedEntry } from '#api/packs/told-history.ts'
import type { ContentHash } from '#schemas/ids.ts'
import { deleteClient } from '#schemas/resources/clients.ts'
import { deleteFile, listFiles } from '#schemas/resources/files.ts'
import { updateSite } from '#schemas/resources/sites.ts'
import { restoreTrash } from '#schemas/resources/trash.ts'
import { startApp } from '#tests/support/app.ts'
import { northAndTower, packOrder, packProof, packTools, signLog } from '#tests/support/pack-world.ts'
import { prepared } from '#tests/support/prepared.ts'

const app = prepared(() => startApp())
const world = prepared(() => northAndTower(app))
const tools = prepared(async () => packTools(app))
const order = prepared(async () => packOrder(app, world.ann, { kind: 'site', id: world.north }))

const read = async (more: Partial<PackOrder> = {}) => {
  await signLog(app)
  const subject = await readSubject({ ...order, ...more }, tools)
  if (!subject) throw new Error('The tree is behind')
  const leaves: PackLeaf[] = []
  const entries: PackedEntry[] = []
  for await (const told of subject.tell()) {
    leaves.push(...told.leaves)
    entries.push(...told.entries)
  }
  return { ...subject, leaves, entries }
}
type Subject = Awaited<ReturnType<typeof read>>

/** 'FileUploaded file', with a minus where the data are withheld. */
const told = ({ leaves }: Subject) =>
  leaves.map(({ leaf, data }) => {
    const [, stream, , , type] = JSON.parse(leaf)
    return `${data === null ? '-' : ''}${type} ${stream.split('-')[0]}`
  })

const textsOf = async (subject: Subject, of: PackOrder, more = {}, gone = new Set<ContentHash>()) => {
  const hashes = subject.files.map(({ file }) => file.hash)
  const whole = new Map(hashes.filter((hash) => !gone.has(hash)).map((hash) => [hash, 0]))
  const contents = { whole, gone, differing: new Set<ContentHash>(), pictures: new Map() }
  const proof = await packProof(app, { ...more, contents })
  const made = new Map<string, Buffer>()
  for await (const { path, bytes } of piecesOf(subject, of, proof))
    made.set(path, Buffer.concat([made.get(path) ?? Buffer.of(), Buffer.from(bytes as string)]))
  const { before, after } = madePaths(proof)
  const paths = [...before, ...contentsOf(subject, contents).map(({ path }) => path), ...after]
  expect(new Set(paths)).toEqual(new Set([...made.keys(), ...paths]))
  return new Map(paths.map((path) => [path, made.get(path)?.toString() ?? null]))
}

test('nothing is read before the notary has read so far', async () => {
  const behind = await packOrder(app, world.ann, { kind: 'site', id: world.north })

  expect(await readSubject(behind, tools)).toBeUndefined()
})

describe('a pack of a site', () => {
  test('has the events of its records while they lay there, and of those alone', async () => {
    const subject = await read()

    expect(told(subject)).toEqual([
      'SiteAdded site',
      'VisitAdded visit',
      'FileUploaded file',
      'FileUploaded file',
      'FileVersionAdded file',
      '-ShareCreated share',
      'FileUploaded file',
      'FileDeleted file',
      'FileUploaded file',
      'FileUploaded file',
      '-FileMoved file',
      '-FileMoved file',
      'FileUpdated file',
    ])
    const indices = subject.leaves.map(({ index }) => index)
    expect(subject.indices).toEqual(indices)
    expect(indices).toEqual([...new Set(indices)].sort((one, other) => one - other))
    for (const { leaf, data, metadata, withheld } of subject.leaves) {
      const [, , , , , ofData, ofMetadata] = JSON.parse(leaf)
      if (data !== null) expect(hash('sha256', data)).toBe(ofData)
      expect(hash('sha256', metadata)).toBe(ofMetadata)
      expect(withheld ?? false).toBe(data === null)
    }
  })

  test('tells of commands that went further what they did to it, with the numbers of its own events', async () => {
    const { entries, leaves } = await read()
    const own = entries.map(({ summary, withheld, changes }) =>
      withheld ? [summary, ...changes.map(({ field, to }) => `${field} ${to}`)] : summary,
    )

    expect(own).toEqual([
      ['Site added: the site North', 'name North'],
      'Added the visit Spring to the site North',
      'Uploaded the file Of spring to the site North',
      'Uploaded the file Beside to the site North',
      'Replaced the content of the file Beside',
      ['Share created: the file Beside'],
      'Uploaded the file =Gone to the site North',
      'Deleted the file =Gone',
      'Uploaded the file Moved out to the site North',
      ['File moved: the file =Moved in'],
      ['File moved: the file Moved out'],
      ['File updated: the file Of spring', 'completed_at 02/03/2026'],
    ])
    const numbers = new Set(leaves.map(({ index }) => index))
    expect(entries.every(({ index }) => numbers.has(index))).toBe(true)
  })

  test('names no record of another place, neither by name nor by id, and no secret', async () => {
    const texts = await textsOf(await read(), order)
    const all = [...texts.values()].join('\n')

    expect(all).toContain('Beside')
    expect(all).toContain(world.north)
    for (const other of ['Tower', world.secret.id, '"digest"'])
      expect([other, all.includes(other)]).toEqual([other, false])
    // The content that came from there was recorded there.
    expect(all.split('\n').filter((line) => line.includes(world.tower))).toEqual([
      expect.stringContaining('FileUploaded'),
    ])
  })

  test('lists each file with the event that recorded its content, and what is not there without a path', async () => {
    const subject = await read({ versions: 'all' })
    const [gone] = subject.files
    const texts = await textsOf(subject, order, {}, new Set([gone?.file.hash as ContentHash]))
    const lines = texts.get('files.csv')?.split('\n') ?? []

    expect(lines[0]).toBe('path,name,version,size,sha256,index,completed_at,expires_at,categories,id,state')
    expect(lines[1]).toMatch(new RegExp(`^,'=Moved in,1,\\d+,${gone?.file.hash},\\d+,.*,gone$`))
    expect(subject.files.map(({ path }) => path)).toEqual([
      'files/Acme/North/=Moved in.pdf',
      'files/Acme/North/Beside (version 1).pdf',
      'files/Acme/North/Beside.pdf',
      'files/Acme/North/Spring/Of spring.pdf',
    ])
    const typesOf = new Map(
      subject.leaves.map(({ index, leaf, data }) => [index, [JSON.parse(leaf)[4], data] as const]),
    )
    const recorded = subject.files.map(({ index, file }) => {
      const [type, data] = typesOf.get(index ?? -1) ?? []
      return [type, data?.includes(file.hash)]
    })
    expect(recorded).toEqual([
      ['FileUploaded', true],
      ['FileUploaded', true],
      ['FileVersionAdded', true],
      ['FileUploaded', true],
    ])
    expect([...texts.keys()]).toEqual([
      ...'README.txt verify.html verify.mjs checkpoint.note vkeys.txt leaves.jsonl nodes.txt'.split(' '),
      ...'history.jsonl history.csv records.json files.csv'.split(' '),
      ...subject.files.slice(1).map(({ path }) => path),
      'summary.pdf',
    ])
    expect(Object.keys(JSON.parse(texts.get('records.json') ?? ''))).toEqual(['site', 'visits', 'files'])
  })

  test('holds events after a position alone if it is asked to, and those that recorded its contents', async () => {
    const subject = await read({ from: order.moment.position })

    expect(subject.entries).toEqual([])
    expect(told(subject)).toEqual(['FileUploaded file', 'FileVersionAdded file', 'FileUploaded file'])
  })

  test('is the same when it is made again, whatever came after its moment', async () => {
    const subject = await read()
    const proof = await packProof(app)
    const first = await textsOf(subject, order, proof)
    const [file] = await world.ann.ask(listFiles, { query: { site: world.north as never } })
    await world.ann.call(deleteFile, { params: { id: file?.id ?? '' } })
    const again = await textsOf(await read(), order, proof)

    first.delete('README.txt')
    again.delete('README.txt')
    expect(again).toEqual(first)
  })
})

test('a pack of a visit has the events of its files, and a pack of a client those of all of its sites', async () => {
  const visit = await read({ within: { kind: 'visit', id: world.spring.id } })
  const clientId = world.spring.client_id
  const client = await read({ within: { kind: 'client', id: clientId } })

  expect(told(visit)).toEqual(['VisitAdded visit', 'FileUploaded file', 'FileUpdated file'])
  const { itself, inside } = client.records
  expect([...Object.keys(itself), ...inside.map(({ name }) => name)]).toEqual(['client', 'sites', 'visits', 'files'])
  expect(told(client).filter((line) => line.startsWith('-'))).toEqual(['-ShareCreated share'])
  expect(client.entries.filter(({ withheld }) => withheld).map(({ summary }) => summary)).toEqual([
    'Client added: the client Acme; Site added: the site North; Site added: the site Tower Yard',
    'Share created: the file Beside',
  ])
})

test('a site that came from another client and was deleted with its own tells of neither by name', async () => {
  const { ann, create } = world
  const former = await create.client('Former')
  const later = await create.client('Later')
  const site = await create.site(former.id, 'Depot')
  await ann.call(updateSite, { params: { id: site.id }, body: { name: 'Depot', client_id: later.id } })
  const deleted = await ann.call(deleteClient, { params: { id: later.id } })
  await ann.call(restoreTrash, { params: { id: deleted.headers.get('x-trash-id') ?? '' } })
  const subject = await read(await packOrder(app, ann, { kind: 'site', id: site.id }))

  expect(told(subject)).toEqual(['SiteAdded site', 'SiteMoved site', '-ClientDeleted client', '-ClientRestored client'])
  expect(subject.entries.map(({ summary, withheld }) => [summary, withheld])).toEqual([
    ['Site added: the site Depot', true],
    ['Site moved: the site Depot', true],
    ['Client deleted: the site Depot', true],
    ['Client restored: the site Depot', true],
  ])
  expect(JSON.stringify(subject)).not.toContain('Former')
})
