import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Hash } from './tree.ts'

/** The root of the first `size` leaves of the log that an origin names. */
export type Checkpoint = { origin: string; size: number; root: Hash }

/** The bytes that stand for the kinds of signatures of C2SP: over the text, and over the time and the text. */
export const kindByte = { plain: 1, timed: 4 } as const
type Kind = keyof typeof kindByte
export const kinds = ['plain', 'timed'] as const

const [idBytes, timeBytes, signatureBytes, keyBytes] = [4, 8, 64, 32] as const

export const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

/** The bytes of a text in base64; of none for any other text, also for another one of the same bytes. */
export const bytesIn = (base64: string): Uint8Array => {
  if (base64.length % 4 !== 0 || !/^[A-Za-z\d+/]*={0,2}$/.test(base64)) return new Uint8Array()
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  return base64Of(bytes) === base64 ? bytes : new Uint8Array()
}

/** How a key of Ed25519 is called in signatures of a kind under a name: 8 hex digits. */
export const idOf = (name: string, kind: Kind, publicKey: Uint8Array): string =>
  bytesToHex(sha256(concatBytes(utf8ToBytes(`${name}\n`), Uint8Array.of(kindByte[kind]), publicKey))).slice(
    0,
    2 * idBytes,
  )

/** The text of a checkpoint, over which it is signed. */
export const noteText = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${base64Of(root)}\n`

/** What a signature of a kind is made over; `seconds` is the time of signing since 1970. */
export const signedBytes = (kind: Kind, text: string, seconds: bigint): Uint8Array =>
  utf8ToBytes(kind === 'plain' ? text : `cosignature/v1\ntime ${seconds}\n${text}`)

type Signature = { name: string; id: string; kind: Kind; seconds: bigint; bytes: Uint8Array }

/** A note as it is read; whoever signed it. */
export type SignedNote = {
  /** What is signed, with the end of its last line. */
  text: string
  /** When it was signed, as the first signature with a time says. */
  signedAt: Date
  signatures: readonly Signature[]
}

export type SignedCheckpoint = Checkpoint & SignedNote

const signatureOf = (line: string): Signature[] => {
  const [, name = '', text = ''] = /^— (\S+) ([A-Za-z\d+/]+=*)$/.exec(line) ?? []
  const bytes = bytesIn(text)
  const isTimed = bytes.length === idBytes + timeBytes + signatureBytes
  if (!isTimed && bytes.length !== idBytes + signatureBytes) return []
  const id = bytesToHex(bytes.subarray(0, idBytes))
  const seconds = isTimed ? new DataView(bytes.buffer).getBigUint64(idBytes) : 0n
  return [{ name, id, kind: isTimed ? 'timed' : 'plain', seconds, bytes: bytes.subarray(-signatureBytes) }]
}

/** Reads a note that is signed with a time; undefined for any other text. */
export const readNote = (note: string): SignedNote | undefined => {
  const [, text = '', lines = ''] = /^(.*?\n)\n((?:— \S+ \S+\n)+)$/s.exec(note) ?? []
  const signatures = lines.split('\n').flatMap(signatureOf)
  const seconds = signatures.find(({ kind }) => kind === 'timed')?.seconds
  const signedAt = new Date(Number(seconds) * 1000)
  return Number.isNaN(signedAt.getTime()) ? undefined : { text, signedAt, signatures }
}

/** Reads a checkpoint without extension lines, with a time; undefined for any other text. */
export const readCheckpoint = (note: string): SignedCheckpoint | undefined => {
  const signed = readNote(note)
  const [, origin = '', size = '', base64 = ''] =
    /^(\S+)\n(0|[1-9]\d{0,14})\n([A-Za-z\d+/]{43}=)\n$/.exec(signed?.text ?? '') ?? []
  const root = bytesIn(base64)
  return signed && root.length > 0 ? { ...signed, origin, size: Number(size), root } : undefined
}

/** A public key of Ed25519 by its vkey; undefined for any other text. */
const publicKeyOf = (vkey: string): { name: string; kind: Kind; id: string; key: Uint8Array } | undefined => {
  const [, name = '', id = '', text = ''] = /^([^\s+]+)\+([\da-f]{8})\+([A-Za-z\d+/]{44})$/.exec(vkey) ?? []
  const [byte, ...rest] = bytesIn(text)
  const key = Uint8Array.from(rest)
  const kind = kinds.find((each) => kindByte[each] === byte)
  if (!kind || key.length !== keyBytes || idOf(name, kind, key) !== id) return undefined
  return { name, kind, id, key }
}

/** Whether a text is the vkey of an Ed25519 key. */
export const isVkey = (text: string): boolean => publicKeyOf(text) !== undefined

/** Whether a signature of Ed25519 is that of a message under a public key of 32 bytes. */
type CheckSignature = (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => boolean

/**
 * Whether keys that are trusted signed a note: one of them did, and no line that names one of them is false. Lines of
 * other keys say nothing.
 */
export const signedWith =
  (isSignature: CheckSignature) =>
  ({ text, signatures }: SignedNote, vkeys: readonly string[]): boolean => {
    const checked = vkeys.flatMap((vkey) => {
      const trusted = publicKeyOf(vkey)
      const lines = signatures.filter(({ name, id }) => name === trusted?.name && id === trusted.id)
      return lines.map(
        ({ seconds, bytes, kind }) =>
          trusted?.kind === kind && isSignature(bytes, signedBytes(kind, text, seconds), trusted.key),
      )
    })
    return checked.length > 0 && checked.every(Boolean)
  }
