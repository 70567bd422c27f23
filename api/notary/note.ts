import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import {
  type Checkpoint,
  idOf,
  kindByte,
  kinds,
  noteText,
  signedBytes,
  signedWith,
} from '#schemas/proofs/checkpoint.ts'

/** A key that signs under a name. */
export type SigningKey = { name: string; privateKey: KeyObject; publicKey: Uint8Array }

/** What DER says before the 32 bytes of an Ed25519 key. */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** @param seed 32 bytes */
export const signingKey = (name: string, seed: Uint8Array): SigningKey => {
  const privateKey = createPrivateKey({ key: Buffer.concat([privatePrefix, seed]), format: 'der', type: 'pkcs8' })
  const der = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return { name, privateKey, publicKey: der.subarray(publicPrefix.length) }
}

/** The texts by which others know a key, one for each kind of its signatures. */
export const vkeysOf = ({ name, publicKey }: SigningKey): string[] =>
  kinds.map((kind) => {
    const key = Buffer.concat([Buffer.of(kindByte[kind]), publicKey]).toString('base64')
    return `${name}+${idOf(name, kind, publicKey)}+${key}`
  })

/** A text as a signed note, with two lines for each key: over the text, and over the time of signing as well. */
export const signNote = (text: string, keys: readonly SigningKey[], at: Date): string => {
  const seconds = BigInt(Math.floor(at.getTime() / 1000))
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(seconds)
  const lines = keys.flatMap(({ name, privateKey, publicKey }) =>
    kinds.map((kind) => {
      const signature = sign(null, signedBytes(kind, text, seconds), privateKey)
      const parts = [Buffer.from(idOf(name, kind, publicKey), 'hex'), ...(kind === 'timed' ? [time] : []), signature]
      return `— ${name} ${Buffer.concat(parts).toString('base64')}\n`
    }),
  )
  return `${text}\n${lines.join('')}`
}

export const signCheckpoint = (checkpoint: Checkpoint, keys: readonly SigningKey[], at: Date): string =>
  signNote(noteText(checkpoint), keys, at)

/** Whether keys that are trusted signed a note (see `signedWith`). */
export const isSignedBy = signedWith((signature, message, publicKey) => {
  const key = createPublicKey({ key: Buffer.concat([publicPrefix, publicKey]), format: 'der', type: 'spki' })
  return verify(null, message, key, signature)
})
