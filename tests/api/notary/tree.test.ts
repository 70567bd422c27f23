import { hash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { leafOf } from '#api/notary/leaf.ts'
import { consistencyOf, inclusionOf, openGrowingTree } from '#api/notary/merkle-tree.ts'
import { openTreeFiles, readTree } from '#api/notary/tree-files.ts'
import { coverOf, coverText, nodesFrom } from '#schemas/proofs/cover.ts'
import { type Hash, hashLeaf, hashNode, isConsistent, isIncluded, type NodeAt, rootOf } from '#schemas/proofs/tree.ts'
import { vectorEvent, vectorLeaf } from '#tests/support/tree-vector.ts'

const base64 = (hashes: readonly Hash[]): string[] => hashes.map((hash) => Buffer.from(hash).toString('base64'))
const hex = (hash: Hash): string => Buffer.from(hash).toString('hex')
const hashesOf = (size: number): Hash[] => Array.from({ length: size }, (_, at) => hashLeaf(`leaf ${at}`))

/** The roots of complete subtrees, by the definition of RFC 6962. */
const nodesOver = (leaves: readonly Hash[]): NodeAt => {
  const known = new Map<string, Hash>()
  const nodeAt: NodeAt = (level, index) => {
    if (level === 0) return leaves[index] as Hash
    const name = `${level} ${index}`
    const found = known.get(name)
    if (found) return found
    const both = [2 * index, 2 * index + 1].map((below) => nodeAt(level - 1, below))
    const node = hash('sha256', Buffer.concat([Buffer.of(1), ...both]), 'buffer')
    known.set(name, node)
    return node
  }
  return nodeAt
}

const folderOfTree = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'siteledger-tree-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const leaves = (hashes: readonly Hash[], from = 0) =>
  hashes.map((hash, at) => ({ hash, position: String(10 * (from + at) + 7) }))

test('leaf, root and proofs of the published vector', () => {
  const vector = [0, 1, 2, 3, 4].map((revision) => hashLeaf(leafOf({ ...vectorEvent, revision })))
  const nodeAt = nodesOver(vector)

  expect(leafOf({ ...vectorEvent, revision: 3 })).toBe(vectorLeaf)
  expect(hex(hashLeaf(vectorLeaf))).toBe('c95410199950d7f23498df27fdc64c5f05221b43b1787a684dec1015112a075c')
  expect(hex(rootOf(nodeAt, 5))).toBe('c8f00b516b1d9cddaf7acbb94784828607ecab08bce12c26cbb607cb36f69fab')
  expect(base64(inclusionOf(nodeAt, 3, 5))).toEqual([
    'D+DFQNKD7HG9yuPKTHwusibFOMhtIueXTCvV0Wj77Ug=',
    'eptrudygORBGb9yaPvusYgZ11ZIYYcCTTA3JLGY6syE=',
    't0Y2Nzj0rVj9DscZzBCj6KuIj08uV5YUa8K7j3G5oc8=',
  ])
  expect(base64(consistencyOf(nodeAt, 3, 5))).toEqual([
    'D+DFQNKD7HG9yuPKTHwusibFOMhtIueXTCvV0Wj77Ug=',
    'yVQQGZlQ1/I0mN8n/cZMXwUiG0OxeHpoTewQFREqB1w=',
    'eptrudygORBGb9yaPvusYgZ11ZIYYcCTTA3JLGY6syE=',
    't0Y2Nzj0rVj9DscZzBCj6KuIj08uV5YUa8K7j3G5oc8=',
  ])
})

test('spaces and escapes of JSON change no leaf; any other change of an event does', () => {
  const { data, metadata } = vectorEvent
  const spaced = (bytes: Uint8Array) => Buffer.from(JSON.stringify(JSON.parse(String(Buffer.from(bytes))), null, 1))

  expect(leafOf({ ...vectorEvent, data: spaced(data), metadata: spaced(metadata) })).toBe(vectorLeaf)
  const others = [
    { stream: 'site-01a209c1-e565-8aca-aa2c-fedd2947faf9' },
    { revision: 4 },
    { id: '7c9e6679-7425-40de-944b-e07fc1f90ae8' },
    { type: 'SiteAdded' },
    { data: Buffer.from(String(Buffer.from(data)).replace('Quay', 'Key')) },
    { metadata: Buffer.alloc(0) },
    // Bytes that are no JSON are hashed as they are.
    { json: false, data: spaced(data) },
  ]
  const texts = others.map((other) => leafOf({ ...vectorEvent, ...other }))
  expect(new Set([vectorLeaf, ...texts]).size).toBe(others.length + 1)
})

test('each proof of a tree of any size leads to its root, and no altered one does', () => {
  const all = hashesOf(300)
  const nodeAt = nodesOver(all)
  const property = fc.property(fc.nat(299), fc.nat(299), fc.nat(299), fc.nat(9), (one, two, three, which) => {
    const [index = 0, from = 0, last = 0] = [one, two, three].sort((left, right) => left - right)
    const size = last + 1
    const tree = { size, root: rootOf(nodeAt, size) }
    const leaf = { hash: all[index] as Hash, index }
    const older = { size: from + 1, root: rootOf(nodeAt, from + 1) }
    const inclusion = inclusionOf(nodeAt, index, size)
    const consistency = consistencyOf(nodeAt, from + 1, size)
    const altered = (proof: Hash[]): Hash[] =>
      proof.map((hash, at) => (at === which % proof.length ? hashLeaf(hex(hash)) : hash))

    expect(isIncluded(leaf, tree, inclusion)).toBe(true)
    expect(isConsistent(older, tree, consistency)).toBe(true)
    expect(isIncluded({ ...leaf, hash: hashLeaf('other') }, tree, inclusion)).toBe(false)
    expect(isIncluded(leaf, tree, [...inclusion, leaf.hash])).toBe(false)
    expect(isConsistent({ ...older, root: hashLeaf('other') }, tree, consistency)).toBe(false)
    if (inclusion.length > 0) expect(isIncluded(leaf, tree, altered(inclusion))).toBe(false)
    if (consistency.length > 0) expect(isConsistent(older, tree, altered(consistency))).toBe(false)
    if (consistency.length > 0) expect(isConsistent(older, tree, consistency.slice(1))).toBe(false)
  })
  fc.assert(property, { numRuns: 100 })
})

test('leaves and their cover give the root of each size, the cover is the smallest, and no other is taken for it', () => {
  const all = hashesOf(200)
  const nodeAt = nodesOver(all)
  const sizes = fc.uniqueArray(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 4 })
  const property = fc.property(sizes, fc.uniqueArray(fc.nat(199), { maxLength: 12 }), fc.nat(), (some, own, which) => {
    const size = Math.max(...some)
    const asked = { size, earlier: some.filter((each) => each < size) }
    const known = new Map(own.filter((index) => index < size).map((index) => [index, all[index] as Hash]))
    const leaves = [...known.keys()]
    const text = coverText(nodeAt, asked, leaves)
    const cover = coverOf(asked, leaves)
    const given = nodesFrom(text, asked, known)

    for (const each of some) expect(given && hex(rootOf(given, each))).toBe(hex(rootOf(nodeAt, each)))
    // All other leaves are below one of it, and none of it stands below the same node as the next.
    expect(cover.reduce((sum, [level]) => sum + 2 ** level, leaves.length)).toBe(size)
    const isCut = (level: number, index: number) =>
      some.some((each) => each > index * 2 ** level && each < (index + 1) * 2 ** level)
    for (const [at, [level, index]] of cover.entries()) {
      const [nextLevel, next] = cover[at + 1] ?? []
      const isPair = index % 2 === 0 && level === nextLevel && next === index + 1
      expect(isPair && !isCut(level + 1, index / 2)).toBe(false)
    }
    const lines = text.split('\n')
    const without = lines.filter((_, at) => at !== which % cover.length)
    if (cover.length > 0) expect(nodesFrom(without.join('\n'), asked, known)).toBeUndefined()
    const [leaf] = leaves
    known.delete(leaf ?? -1)
    if (leaf !== undefined) expect(nodesFrom(text, asked, known)).toBeUndefined()
  })
  fc.assert(property)
  expect(coverText(nodeAt, { size: 5, earlier: [3] }, [3])).toBe(
    [[1, 0] as const, [0, 2] as const, [0, 4] as const]
      .map(([level, index]) => `${level} ${index} ${base64([nodeAt(level, index)])}\n`)
      .join(''),
  )
})

test('a tree that grows leaf by leaf has the root of each size', () => {
  const all = hashesOf(70)
  const growing = openGrowingTree()
  const roots = all.map((hash) => {
    growing.add(hash)
    return hex(growing.root())
  })

  expect(roots).toEqual(all.map((_, at) => hex(rootOf(nodesOver(all), at + 1))))
  expect(hex(openGrowingTree().root())).toBe(hex(rootOf(nodesOver([]), 0)))
})

test('files hold the same tree, in whatever portions it was appended, and know the leaf of a position', () => {
  const folder = folderOfTree()
  const all = hashesOf(1000)
  const nodeAt = nodesOver(all)
  for (const [from, to] of [
    [0, 1],
    [1, 255],
    [255, 300],
    [300, 1000],
  ] as const) {
    const tree = openTreeFiles(folder, 'writing')
    tree.append(leaves(all.slice(from, to), from))
    tree.close()
  }

  const checked = readTree(folder, (tree) => {
    expect(tree.size()).toBe(1000)
    for (const size of [1, 255, 256, 300, 768, 1000])
      expect(hex(rootOf(tree.nodeAt, size))).toBe(hex(rootOf(nodeAt, size)))
    expect(base64(inclusionOf(tree.nodeAt, 653, 1000))).toEqual(base64(inclusionOf(nodeAt, 653, 1000)))
    expect(base64(consistencyOf(tree.nodeAt, 257, 1000))).toEqual(base64(consistencyOf(nodeAt, 257, 1000)))
    expect([tree.indexOf('7'), tree.indexOf('6537'), tree.indexOf('9997')]).toEqual([0, 653, 999])
    expect([tree.indexOf('6'), tree.indexOf('18'), tree.indexOf('10007')]).toEqual([undefined, undefined, undefined])
    expect(tree.positionAt(653)).toBe('6537')
    return true
  })
  expect(checked).toBe(true)
  // A tile of C2SP is a slice of a file.
  expect(hex(readFileSync(join(folder, '1')).subarray(32, 64))).toBe(hex(nodeAt(8, 1)))
})

test('a third level of tiles has the roots of the second', () => {
  const folder = folderOfTree()
  const leaf = hashLeaf('one like the other')
  const tree = openTreeFiles(folder, 'writing')
  onTestFinished(tree.close)
  tree.append(leaves(Array.from({ length: 65_537 }, () => leaf)))

  const doubled = Array.from({ length: 16 }).reduce<Hash>((root) => hashNode(root, root), leaf)
  expect(hex(readFileSync(join(folder, '2')))).toBe(hex(doubled))
  expect(hex(rootOf(tree.nodeAt, 65_537))).toBe(hex(hashNode(doubled, leaf)))
})

test('what an append was broken off in is appended anew, and files that are cut short are not read', () => {
  const folder = folderOfTree()
  const all = hashesOf(600)
  const tree = openTreeFiles(folder, 'writing')
  tree.append(leaves(all))
  tree.close()
  truncateSync(join(folder, 'positions'), 8 * 530 + 3)
  truncateSync(join(folder, '1'), 0)

  const again = openTreeFiles(folder, 'writing')
  onTestFinished(again.close)
  expect(again.size()).toBe(530)
  again.append(leaves(all.slice(530), 530))
  expect(hex(rootOf(again.nodeAt, 600))).toBe(hex(rootOf(nodesOver(all), 600)))
  again.cut(10)
  expect(hex(rootOf(again.nodeAt, 10))).toBe(hex(rootOf(nodesOver(all), 10)))
  expect(readFileSync(join(folder, '1'))).toHaveLength(0)

  truncateSync(join(folder, '0'), 32)
  expect(readTree(folder, ({ nodeAt }) => rootOf(nodeAt, 10))).toBeUndefined()
  expect(readTree(join(folder, 'none'), () => 'read')).toBeUndefined()
})
