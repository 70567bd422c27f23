import { concatBytes } from '@noble/hashes/utils.js'
import { isVkey, kinds, readCheckpoint, type SignedCheckpoint, type SignedNote } from '#schemas/proofs/checkpoint.ts'
import { nodesFrom } from '#schemas/proofs/cover.ts'
import { type Listed, manifestLine, manifestPath, readManifest } from '#schemas/proofs/manifest.ts'
import { beginsWith } from '#schemas/proofs/tree.ts'
import { counted } from '#schemas/text/counted.ts'
import { checkFiles } from '#web/verify/pack-files.ts'
import { type Leaves, openLeaves } from '#web/verify/pack-leaves.ts'
import { type ByteSource, readZip } from '#web/verify/read-zip.ts'
import { isSigned } from '#web/verify/signed.ts'

type PackCheckpoint = SignedCheckpoint & { path: string }

/** What a pack shows by itself, whoever signed it: nothing at all where something fails. */
export type Pack = {
  fails: readonly string[]
  holds: readonly string[]
  /** What is not in it, or not to be seen. */
  untold: readonly string[]
  manifest: SignedNote | undefined
  /** Those of one log; the last is the one that its proofs end in. */
  checkpoints: readonly PackCheckpoint[]
  /** Its own keys, which nobody vouched for. */
  vkeys: readonly string[]
}

const headPath = 'checkpoint.note'

const isRead = (path: string): boolean =>
  /^(MANIFEST|(checkpoint|checkpoints\/[^/]+)\.note|nodes\.txt|vkeys\.txt|files\.csv)$/.test(path)

/** Passes on the lines of a text, of which pieces are given. */
const byLine = (take: (line: string) => void) => {
  const decoder = new TextDecoder()
  let rest = ''
  return (piece: Uint8Array): void => {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
  }
}

/** A part of a path that leads elsewhere, or that other systems take for the end of one. */
const elsewhere = /(^|\/)\.{0,2}(\/|$)|[\\:\p{Cc}]/u

/** Where entries are others than those that a manifest names in its lines, or would not lie side by side once unpacked. */
const unlike = (entries: readonly Listed[], lines: readonly string[]): string[] => {
  const own = entries.map(manifestLine)
  const there = new Set(entries.map(({ path }) => path))
  const unpacked = new Set([...there].map((path) => path.normalize('NFC').toLowerCase()))
  if (unpacked.size < entries.length) return ['two of its entries have the same path, where case does not count']
  const outside = entries.filter(({ path }) => elsewhere.test(path))
  if (outside.length > 0) return outside.map(({ path }) => `${path} is no path inside of a pack`)
  if (own.join('') === lines.join('')) return []
  const named = new Set(lines)
  const others = entries
    .filter((_, at) => !named.has(own[at] ?? ''))
    .map(({ path }) => `${path} is not what MANIFEST says`)
  const missing = lines.map((line) => line.replace(/^\w+ {2}\d+ {2}|\n/g, '')).filter((path) => !there.has(path))
  const all = [...others, ...missing.map((path) => `${path} is missing`)]
  return all.length > 0 ? all : ['its entries stand in another order than in MANIFEST']
}

/** Whether a manifest has the two signatures of one of these keys, and nothing else. */
const isSignedManifest = (note: SignedNote, text: string, vkeys: readonly string[]): boolean =>
  text.split('\n— ').length === 1 + kinds.length &&
  kinds.every((kind) => isSigned({ ...note, signatures: note.signatures.filter((each) => each.kind === kind) }, vkeys))

/** Which checkpoints are of the tree of the leaves, the last of which is that of the proofs. */
const fitting = (
  checkpoints: readonly PackCheckpoint[],
  nodes: string,
  { hashes, last }: Pick<Leaves, 'hashes' | 'last'>,
): Pick<Pack, 'fails' | 'untold' | 'checkpoints'> => {
  const head = checkpoints.find(({ path }) => path === headPath)
  const sizes = checkpoints.map(({ size }) => size)
  const nodeAt = head && last() < head.size ? nodesFrom(nodes, { size: head.size, earlier: sizes }, hashes) : undefined
  if (!head || !nodeAt)
    return { fails: ['nodes.txt and leaves.jsonl do not lead to checkpoint.note'], untold: [], checkpoints: [] }
  const isFit = (each: PackCheckpoint) => each.size <= head.size && beginsWith(nodeAt, each)
  const others = checkpoints.filter((each) => !isFit(each))
  return {
    fails: others
      .filter(({ origin }) => origin === head.origin)
      .map(({ path }) => `its events do not lead to the root of ${path}`),
    untold: others
      .filter(({ origin }) => origin !== head.origin)
      .map(({ path }) => `${path} is of the log before its notary began anew, and is not of this one`),
    checkpoints: [...checkpoints.filter((each) => each !== head && isFit(each)), head],
  }
}

/** Reads a pack once and checks all that it says of itself; `progress` is told which part of it is read. */
export const readPack = async (source: ByteSource, progress: (part: number) => void): Promise<Pack> => {
  const pieces = new Map<string, Uint8Array[]>()
  const leaves = openLeaves()
  const takerOf = (path: string) => {
    if (path === 'leaves.jsonl') return byLine(leaves.add)
    if (!isRead(path)) return undefined
    const own: Uint8Array[] = []
    pieces.set(path, own)
    return (piece: Uint8Array): void => void own.push(piece.slice())
  }
  const zip = await readZip(source, takerOf, progress)
  const textOf = (path: string): string => new TextDecoder().decode(concatBytes(...(pieces.get(path) ?? [])))
  const manifest = readManifest(textOf(manifestPath))
  const vkeys = textOf('vkeys.txt').split('\n').filter(isVkey)
  const notes = [...pieces.keys()]
    .filter((path) => path.endsWith('.note'))
    .map((path) => ({ path, checkpoint: readCheckpoint(textOf(path)) }))
  const checkpoints = notes.flatMap(({ path, checkpoint }) =>
    checkpoint && isSigned(checkpoint, vkeys) ? [{ ...checkpoint, path }] : [],
  )
  const fits = fitting(checkpoints, textOf('nodes.txt'), leaves)
  const digests = new Map(zip.entries.map(({ path, sha256 }) => [path, sha256]))
  const files = checkFiles(textOf('files.csv'), digests, leaves.named)
  const signed = new Set(checkpoints.map(({ path }) => path))
  const fails = [
    ...(zip.damagedAt === undefined
      ? []
      : [`it was cut off or altered at byte ${zip.damagedAt.toLocaleString('en-GB')}`]),
    ...(manifest && zip.entries.at(-1)?.path === manifestPath
      ? unlike(zip.entries.slice(0, -1), manifest.lines)
      : ['its MANIFEST is missing or was altered']),
    ...(manifest && !isSignedManifest(manifest.note, textOf(manifestPath), vkeys)
      ? ['its MANIFEST is not signed by a key of its vkeys.txt']
      : []),
    ...notes
      .filter(({ path }) => !signed.has(path))
      .map(({ path }) => `${path} is no checkpoint that a key of its vkeys.txt signed`),
    ...leaves.fails,
    ...fits.fails,
    ...files.fails,
  ]
  const { size = 0 } = fits.checkpoints.at(-1) ?? {}
  const earlier = fits.checkpoints.length - 1
  const begun = earlier > 0 ? `, which begin with what its ${counted(earlier, 'earlier one')} count` : ''
  const holds = [
    `all of its ${counted(zip.entries.length, 'entry', 'entries')} are what its MANIFEST says`,
    `${counted(leaves.hashes.size, 'event')} in it ${leaves.hashes.size === 1 ? 'is' : 'are'} among the ${counted(size, 'event')} of its checkpoint${begun}`,
    `${counted(files.recorded, 'content')} of files.csv ${files.recorded === 1 ? 'is' : 'are'} what was recorded`,
  ]
  const untold =
    files.withheld === 0
      ? []
      : [`${counted(files.withheld, 'content')} of files.csv cannot be compared: the data of the events are withheld`]
  return {
    fails,
    holds,
    untold: [...fits.untold, ...untold, ...files.absent],
    manifest: manifest?.note,
    checkpoints: fits.checkpoints,
    vkeys,
  }
}
