import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto'
import type { Hash } from './merkle-tree.ts'

/** The root of the first `size` leaves of the log that an origin names. */
export type Checkpoint = { origin: string; size: number; root: Hash }

/** A key that signs under a name. */
export type SigningKey = { name: string; privateKey: KeyObject; publicKey: Uint8Array }

/** Kinds of signatures of C2SP: over the text, and over the time and the text. */
const kinds = { plain: 1, timed: 4 } as const
type Kind = keyof typeof kinds

/** What DER says before the 32 bytes of an Ed25519 key. */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex')
const [idBytes, timeBytes] = [4, 8] as const

/** @param seed 32 bytes */
export const signingKey = (name: string, seed: Uint8Array): SigningKey => {
  const privateKey = createPrivateKey({ key: Buffer.concat([privatePrefix, seed]), format: 'der', type: 'pkcs8' })
  const der = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return { name, privateKey, publicKey: der.subarray(publicPrefix.length) }
}

const idOf = (name: string, kind: Kind, publicKey: Uint8Array): Buffer =>
  hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(kinds[kind]), publicKey]), 'buffer').subarray(
    0,
    idBytes,
  )

/** The texts by which others know a key, one for each kind of its signatures. */
export const vkeysOf = ({ name, publicKey }: SigningKey): string[] =>
  (['plain', 'timed'] as const).map((kind) => {
    const key = Buffer.concat([Buffer.of(kinds[kind]), publicKey]).toString('base64')
    return `${name}+${idOf(name, kind, publicKey).toString('hex')}+${key}`
  })

const textOf = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${Buffer.from(root).toString('base64')}\n`

const signedBytes = (kind: Kind, text: string, seconds: bigint): Buffer =>
  Buffer.from(kind === 'plain' ? text : `cosignature/v1\ntime ${seconds}\n${text}`)

/** A checkpoint as a signed note, with two lines for each key: over the text, and over the time of signing as well. */
export const signCheckpoint = (checkpoint: Checkpoint, keys: readonly SigningKey[], at: Date): string => {
  const text = textOf(checkpoint)
  const seconds = BigInt(Math.floor(at.getTime() / 1000))
  const time = Buffer.alloc(timeBytes)
  time.writeBigUInt64BE(seconds)
  const lines = keys.flatMap(({ name, privateKey, publicKey }) =>
    (['plain', 'timed'] as const).map((kind) => {
      const signature = sign(null, signedBytes(kind, text, seconds), privateKey)
      const parts = [idOf(name, kind, publicKey), ...(kind === 'timed' ? [time] : []), signature]
      return `— ${name} ${Buffer.concat(parts).toString('base64')}\n`
    }),
  )
  return `${text}\n${lines.join('')}`
}

type Signature = { name: string; id: string; kind: Kind; seconds: bigint; bytes: Uint8Array }

/** A note as it is read; whoever signed it. */
export type SignedCheckpoint = Checkpoint & {
  /** When it was signed, as the first signature with a time says. */
  signedAt: Date
  signatures: readonly Signature[]
}

const signatureBytes = 64

const signatureOf = (line: string): Signature[] => {
  const [, name = '', text = ''] = /^— (\S+) ([A-Za-z\d+/]+=*)$/.exec(line) ?? []
  const bytes = Buffer.from(text, 'base64')
  const isTimed = bytes.length === idBytes + timeBytes + signatureBytes
  if (!isTimed && bytes.length !== idBytes + signatureBytes) return []
  const id = bytes.toString('hex', 0, idBytes)
  const seconds = isTimed ? bytes.readBigUInt64BE(idBytes) : 0n
  return [{ name, id, kind: isTimed ? 'timed' : 'plain', seconds, bytes: bytes.subarray(-signatureBytes) }]
}

/** Reads a checkpoint without extension lines, with a time; undefined for any other text. */
export const readCheckpoint = (note: string): SignedCheckpoint | undefined => {
  const [, origin = '', size = '', root = '', lines = ''] =
    /^(\S+)\n(0|[1-9]\d{0,14})\n([A-Za-z\d+/]{43}=)\n\n((?:— \S+ \S+\n)+)$/.exec(note) ?? []
  if (origin === '') return undefined
  const signatures = lines.split('\n').flatMap(signatureOf)
  const seconds = signatures.find(({ kind }) => kind === 'timed')?.seconds
  const at = new Date(Number(seconds) * 1000)
  if (Number.isNaN(at.getTime())) return undefined
  return { origin, size: Number(size), root: Buffer.from(root, 'base64'), signedAt: at, signatures }
}

/** A public key by its vkey; undefined for what is none of Ed25519. */
const publicKeyOf = (vkey: string): { name: string; kind: Kind; id: string; key: KeyObject } | undefined => {
  const [, name = '', id = '', text = ''] = /^([^\s+]+)\+([\da-f]{8})\+([A-Za-z\d+/]{44})$/.exec(vkey) ?? []
  const bytes = Buffer.from(text, 'base64')
  const kind = (['plain', 'timed'] as const).find((each) => kinds[each] === bytes[0])
  if (!kind) return undefined
  const publicKey = bytes.subarray(1)
  if (idOf(name, kind, publicKey).toString('hex') !== id) return undefined
  const key = createPublicKey({ key: Buffer.concat([publicPrefix, publicKey]), format: 'der', type: 'spki' })
  return { name, kind, id, key }
}

/** Whether a text is the vkey of an Ed25519 key. */
export const isVkey = (text: string): boolean => publicKeyOf(text) !== undefined

/**
 * Whether keys that are trusted signed a checkpoint: one of them did, and no line that names one of them is false. Lines of
 * other keys say nothing.
 */
export const isSignedBy = (checkpoint: SignedCheckpoint, vkeys: readonly string[]): boolean => {
  const text = textOf(checkpoint)
  const checked = vkeys.flatMap((vkey) => {
    const trusted = publicKeyOf(vkey)
    const lines = checkpoint.signatures.filter(({ name, id }) => name === trusted?.name && id === trusted.id)
    return lines.map(({ seconds, bytes, kind }) =>
      trusted?.kind === kind ? verify(null, signedBytes(kind, text, seconds), trusted.key, bytes) : false,
    )
  })
  return checked.length > 0 && checked.every(Boolean)
}
