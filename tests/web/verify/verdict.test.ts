import fc from 'fast-check'
import { expect, test } from 'vitest'
import { consistencyOf, inclusionOf } from '#api/notary/merkle-tree.ts'
import { signCheckpoint, vkeysOf } from '#api/notary/note.ts'
import { type Hash, hashLeaf, hashNode, type NodeAt, rootOf } from '#schemas/proofs/tree.ts'
import { notaryKeys } from '#tests/support/notary-keys.ts'
import { vectorLeaf } from '#tests/support/tree-vector.ts'
import { verdictOf } from '#web/verify/verdict.ts'

const leaves = Array.from({ length: 23 }, (_, at) => vectorLeaf.replace(',3,', `,${at},`))
const nodeAt: NodeAt = (level, index) =>
  level === 0
    ? hashLeaf(leaves[index] as string)
    : hashNode(nodeAt(level - 1, 2 * index), nodeAt(level - 1, 2 * index + 1))
const base64 = (bytes: Hash | string) => Buffer.from(bytes as string).toString('base64')

const key = notaryKeys(1)
const vkeys = vkeysOf(key)
const noteOf = (size: number, minute: number, signer = key) =>
  signCheckpoint(
    { origin: key.name, size, root: rootOf(nodeAt, size) },
    [signer],
    new Date(2_000_000_000_000 + minute * 60_000),
  )
const proof = [
  'c2sp.org/tlog-proof@v1',
  `extra ${base64(leaves[11] as string)}`,
  'index 11',
  ...inclusionOf(nodeAt, 11, 23).map(base64),
  '',
  noteOf(23, 9),
].join('\n')
const given = [
  { name: 'entry.tlog-proof', text: proof },
  { name: 'kept.note', text: noteOf(7, 0) },
  {
    name: 'consistency.txt',
    text: consistencyOf(nodeAt, 7, 23)
      .map((hash) => `${base64(hash)}\n`)
      .join(''),
  },
]

test('an event, who signed it, and that nothing before it was changed are told', () => {
  expect(verdictOf(given, vkeys).map(({ says, words }) => `${says}: ${words}`)).toEqual([
    'holds: entry.tlog-proof: event 11 is among the 23 events that were signed on 2033-05-18 03:42:20 UTC: SiteUpdated, revision 11 of site-01a209c1-e565-8aca-aa2c-fedd2947faf8; SHA-256 of its data 242b696f89c1eafa2646549773e1fc277f85415aa9b334ca83a6df81236b6071, of its metadata 9c3fac7e68c1fad27d57078c6bb432735aa86ebc50d60d794647f218be0e509c.',
    `holds: kept.note: 7 events of ${key.name}, signed on 2033-05-18 03:33:20 UTC by a key you gave.`,
    `holds: entry.tlog-proof: 23 events of ${key.name}, signed on 2033-05-18 03:42:20 UTC by a key you gave.`,
    'holds: The log of entry.tlog-proof begins with all that kept.note counts.',
  ])
})

test('what cannot be checked is said, and no failure', () => {
  const [entry, kept] = given as [{ name: string; text: string }, { name: string; text: string }]
  expect(verdictOf([entry, kept], []).map(({ says }) => says)).toEqual(['holds', 'unchecked', 'unchecked', 'unchecked'])
})

test('a letter that is changed anywhere is found, or changes nothing that is told', () => {
  const whole = verdictOf(given, vkeys)
  let found = 0
  fc.assert(
    fc.property(fc.nat(2), fc.nat(), fc.constantFrom(...'0aZ+/=\n "'), (file, place, letter) => {
      const changed = given.map((each, at) => {
        const start = place % each.text.length
        return at === file
          ? { ...each, text: `${each.text.slice(0, start)}${letter}${each.text.slice(start + 1)}` }
          : each
      })
      const findings = verdictOf(changed, vkeys)
      if (findings.some(({ says }) => says === 'fails')) found += 1
      else expect(findings).toEqual(whole)
    }),
    { numRuns: 60 },
  )
  expect(found).toBeGreaterThan(45)
})

test('two checkpoints of as many events that differ, another log, and another key are told', () => {
  const other = signCheckpoint({ origin: key.name, size: 7, root: rootOf(nodeAt, 8) }, [key], new Date(0))
  const away = signCheckpoint({ origin: 'siteledger/log/other', size: 7, root: rootOf(nodeAt, 7) }, [key], new Date(0))
  const fails = (text: string) =>
    verdictOf(
      [
        { name: 'kept.note', text: noteOf(7, 0) },
        { name: 'other.note', text },
      ],
      vkeys,
    )
      .filter(({ says }) => says === 'fails')
      .map(({ words }) => words)

  expect(fails(other)).toEqual(['kept.note and other.note are of as many events, and differ: two logs.'])
  expect(fails(away)).toEqual(['other.note is of another log than kept.note.'])
  expect(fails(noteOf(7, 3, { ...notaryKeys(2), name: key.name }))).toEqual([
    'other.note is not signed by a key that you gave.',
  ])
})
