import * as ed25519 from '@noble/ed25519'
import { sha512 } from '@noble/hashes/sha2.js'
import { bytesIn, readCheckpoint, type SignedCheckpoint, signedWith } from '#schemas/proofs/checkpoint.ts'
import { hashLeaf, isConsistent, isIncluded, isSameHash } from '#schemas/proofs/tree.ts'
import { counted } from '#schemas/text/counted.ts'

ed25519.hashes.sha512 = sha512

/** A file that somebody gave: a checkpoint, a proof of an event, or hashes that lead from one size to another. */
export type Given = { name: string; text: string }

/** A sentence about what was given: it holds, it does not, or it was not looked at and why. */
export type Finding = { says: 'holds' | 'fails' | 'unchecked'; words: string }

type Named = SignedCheckpoint & { name: string }

const isSigned = signedWith((signature, message, key) => ed25519.verify(signature, message, key, { zip215: false }))

const timeOf = (at: Date): string => at.toISOString().replace('T', ' ').replace('.000Z', ' UTC')

/** What a leaf says of its event; undefined for what is none. */
const eventIn = (leaf: string): string | undefined => {
  const [, stream, revision, type, data, metadata] =
    /^\["siteledger-leaf-1","((?:[^"\\]|\\.)*)",(\d+),"[^"]*","(\w+)","([\da-f]{64})","([\da-f]{64})"\]$/.exec(leaf) ??
    []
  if (stream === undefined) return undefined
  return `${type}, revision ${revision} of ${stream}; SHA-256 of its data ${data}, of its metadata ${metadata}`
}

/** What a text holds, by its form; undefined for any other text. */
const contentOf = (text: string) => {
  const checkpoint = readCheckpoint(text)
  if (checkpoint) return { kind: 'checkpoint', checkpoint } as const
  const hashes = text.split('\n').filter((line) => line !== '')
  if (/^([A-Za-z\d+/]{43}=\n?)+$/.test(text)) return { kind: 'consistency', hashes: hashes.map(bytesIn) } as const
  const [head = '', note = ''] = text.split(/\n\n(.*)/s)
  const [first, extra = '', index = '', ...proof] = head.split('\n')
  const signed = readCheckpoint(note)
  if (first !== 'c2sp.org/tlog-proof@v1' || !signed) return undefined
  const leaf = new TextDecoder().decode(bytesIn(extra.replace(/^extra /, '')))
  const number = /^index (\d{1,15})$/.exec(index)?.[1]
  const event = eventIn(leaf)
  if (number === undefined || event === undefined) return undefined
  return { kind: 'proof', checkpoint: signed, leaf, event, index: Number(number), proof: proof.map(bytesIn) } as const
}

type Proof = ReturnType<typeof contentOf> & { kind: 'proof' }

const ofProof = (name: string, { checkpoint, leaf, event, index, proof }: Proof): Finding => {
  const among = `the ${counted(checkpoint.size, 'event')} that were signed on ${timeOf(checkpoint.signedAt)}`
  return isIncluded({ hash: hashLeaf(leaf), index }, checkpoint, proof)
    ? { says: 'holds', words: `${name}: event ${index.toLocaleString('en-GB')} is among ${among}: ${event}.` }
    : { says: 'fails', words: `${name} does not show that its event is among ${among}.` }
}

const ofSignature = (checkpoint: Named, vkeys: readonly string[]): Finding => {
  const { name, origin, size, signedAt } = checkpoint
  if (vkeys.length === 0)
    return { says: 'unchecked', words: `Who signed ${name} was not checked: no key was given that you trust.` }
  return isSigned(checkpoint, vkeys)
    ? {
        says: 'holds',
        words: `${name}: ${counted(size, 'event')} of ${origin}, signed on ${timeOf(signedAt)} by a key you gave.`,
      }
    : { says: 'fails', words: `${name} is not signed by a key that you gave.` }
}

/** Whether two checkpoints of one log can both be true: the smaller one is the beginning of the larger. */
const ofPair = (smaller: Named, larger: Named, isShown: boolean): Finding[] => {
  if (smaller.size === larger.size && isSameHash(smaller.root, larger.root)) return []
  if (smaller.size === larger.size)
    return [{ says: 'fails', words: `${smaller.name} and ${larger.name} are of as many events, and differ: two logs.` }]
  if (isShown)
    return [{ says: 'holds', words: `The log of ${larger.name} begins with all that ${smaller.name} counts.` }]
  const call = `/api/log/consistency?from=${smaller.size}&to=${larger.size}`
  const words = `Whether the log of ${larger.name} begins with all that ${smaller.name} counts is shown by ${call}.`
  return [{ says: 'unchecked', words }]
}

const logOf = ({ origin }: Named): string => origin.replace(/\/\d+$/, '')

/** What the given files show, with the public keys that are trusted. Each is looked at by itself, and with the others. */
export const verdictOf = (given: readonly Given[], vkeys: readonly string[]): Finding[] => {
  const read = given.map(({ name, text }) => ({ name, content: contentOf(text) }))
  const checkpoints = read
    .flatMap(({ name, content }): Named[] =>
      content && 'checkpoint' in content ? [{ ...content.checkpoint, name }] : [],
    )
    .sort((one, other) => one.size - other.size)
  const pairs = checkpoints.slice(1).map((larger, at) => ({ smaller: checkpoints[at] as Named, larger }))
  const shown = new Set<unknown>()
  const ofFile = ({ name, content }: (typeof read)[number]): Finding[] => {
    if (!content) return [{ says: 'fails', words: `${name} is neither a checkpoint nor a proof, or it is damaged.` }]
    if (content.kind === 'proof') return [ofProof(name, content)]
    if (content.kind === 'checkpoint') return []
    const found = pairs.filter(({ smaller, larger }) => isConsistent(smaller, larger, content.hashes))
    for (const pair of found) shown.add(pair)
    if (found.length > 0) return []
    return [{ says: 'fails', words: `${name} does not show of these checkpoints that one log begins with the other.` }]
  }
  const ofFiles = read.flatMap(ofFile)
  const [first] = checkpoints
  return [
    ...ofFiles,
    ...checkpoints.map((each) => ofSignature(each, vkeys)),
    ...checkpoints
      .filter((each) => first && logOf(first) !== logOf(each))
      .map(({ name }): Finding => ({ says: 'fails', words: `${name} is of another log than ${first?.name}.` })),
    ...pairs.flatMap((pair) => ofPair(pair.smaller, pair.larger, shown.has(pair))),
  ]
}
