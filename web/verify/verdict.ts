import { bytesIn, readCheckpoint, type SignedCheckpoint } from '#schemas/proofs/checkpoint.ts'
import { hashLeaf, isConsistent, isIncluded, isSameHash } from '#schemas/proofs/tree.ts'
import { counted } from '#schemas/text/counted.ts'
import type { Given } from '#web/verify/given.ts'
import type { Pack } from '#web/verify/pack.ts'
import { eventIn } from '#web/verify/recorded-event.ts'
import { isSigned } from '#web/verify/signed.ts'

/** A sentence about what was given: it holds, it does not, or it was not looked at and why. */
export type Finding = { says: 'holds' | 'fails' | 'unchecked'; words: string }

type Named = SignedCheckpoint & { name: string; pack?: Pack }

const timeOf = (at: Date): string => at.toISOString().replace('T', ' ').replace('.000Z', ' UTC')

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
  const told = `${event.type}, revision ${event.revision} of ${event.stream}; SHA-256 of its data ${event.data}, of its metadata ${event.metadata}`
  return isIncluded({ hash: hashLeaf(leaf), index }, checkpoint, proof)
    ? { says: 'holds', words: `${name}: event ${index.toLocaleString('en-GB')} is among ${among}: ${told}.` }
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

/** The most sentences of a kind that are told of a pack. */
const mostTold = 20

const ofPack = (name: string, pack: Pack, vkeys: readonly string[]): Finding[] => {
  const told = (says: Finding['says'], words: readonly string[]): Finding[] => {
    const more = words.length - mostTold
    const all =
      more > 0 ? [...words.slice(0, mostTold), `and so on, ${more.toLocaleString('en-GB')} more times`] : words
    return all.map((each) => ({ says, words: `${name}: ${each}.` }))
  }
  const { fails, holds, untold, manifest, vkeys: own, checkpoints } = pack
  const head = checkpoints.at(-1)
  if (fails.length > 0 || !manifest || !head) return told('fails', fails)
  const signed = `signed on ${timeOf(manifest.signedAt)}`
  const key = own.find((vkey) => isSigned(manifest, [vkey]))
  const isTrusted = [manifest, head].every((note) => isSigned(note, vkeys))
  return [
    ...told('holds', holds),
    ...told('unchecked', untold),
    ...(vkeys.length === 0
      ? told('unchecked', [`${signed} by the key ${key}, for which nobody has vouched`])
      : isTrusted
        ? told('holds', [`${signed} by a key you gave`])
        : told('fails', ['it is not signed by a key that you gave'])),
  ]
}

const isSame = (one: Named, other: Omit<Named, 'name'>): boolean =>
  one.size === other.size && isSameHash(one.root, other.root)

/** Whether two checkpoints of one log can both be true: the smaller one is the beginning of the larger. */
const ofPair = (smaller: Named, larger: Named, isShown: boolean): Finding[] => {
  if (smaller.pack && smaller.pack === larger.pack) return []
  if (isSame(smaller, larger))
    return [{ says: 'holds', words: `${smaller.name} and ${larger.name} count the same events.` }]
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
  const packs = given.flatMap((each) => ('pack' in each ? [each] : []))
  const read = given.flatMap((each) => ('text' in each ? [{ name: each.name, content: contentOf(each.text) }] : []))
  const single = read.flatMap(({ name, content }): Named[] =>
    content && 'checkpoint' in content ? [{ ...content.checkpoint, name }] : [],
  )
  const packed = packs.flatMap(({ name, pack }) =>
    pack.checkpoints.map((each): Named => ({ ...each, pack, name: `${each.path} of ${name}` })),
  )
  const checkpoints = [...single, ...packed].sort((one, other) => one.size - other.size)
  const pairs = checkpoints.slice(1).map((larger, at) => ({ smaller: checkpoints[at] as Named, larger }))
  const inOnePack = ({ smaller, larger }: (typeof pairs)[number]) =>
    packs.some(({ pack }) => [smaller, larger].every((one) => pack.checkpoints.some((each) => isSame(one, each))))
  const shown = new Set<unknown>(pairs.filter(inOnePack))
  const ofFile = ({ name, content }: (typeof read)[number]): Finding[] => {
    if (!content)
      return [{ says: 'fails', words: `${name} is neither a pack, a checkpoint nor a proof, or it is damaged.` }]
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
    ...packs.flatMap(({ name, pack }) => ofPack(name, pack, vkeys)),
    ...ofFiles,
    ...checkpoints.filter(({ pack }) => !pack).map((each) => ofSignature(each, vkeys)),
    ...checkpoints
      .filter((each) => first && logOf(first) !== logOf(each))
      .map(({ name }): Finding => ({ says: 'fails', words: `${name} is of another log than ${first?.name}.` })),
    ...pairs.flatMap((pair) => ofPair(pair.smaller, pair.larger, shown.has(pair))),
  ]
}
