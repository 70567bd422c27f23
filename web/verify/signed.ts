import * as ed25519 from '@noble/ed25519'
import { sha512 } from '@noble/hashes/sha2.js'
import { signedWith } from '#schemas/proofs/checkpoint.ts'

ed25519.hashes.sha512 = sha512

/** Whether keys that are trusted signed a note (see `signedWith`). */
export const isSigned = signedWith((signature, message, key) =>
  ed25519.verify(signature, message, key, { zip215: false }),
)
