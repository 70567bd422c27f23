import type { Last } from '#api/notary/kept-notes.ts'
import { currentNumber, keysUpTo, type NotaryChange, type NotaryKeys } from '#api/notary/notary-keys.ts'
import { isSignedBy, vkeysOf } from '#api/notary/note.ts'
import { readCheckpoint, type SignedCheckpoint } from '#schemas/proofs/checkpoint.ts'

/** The newest checkpoint that the tree has to go on from, and the number of the notary's name on it. */
export type Signed = SignedCheckpoint & { n: number }

/** Why the notary signs nothing, in one line that says what is wrong. */
export class NotaryStops extends Error {
  override name = 'NotaryStops'
}

/** The newest checkpoint as this notary signed it. Throws NotaryStops for one that its key did not sign. */
export const signedIn = ({ note }: Last, changes: readonly NotaryChange[], keys: NotaryKeys): Signed => {
  const checkpoint = readCheckpoint(note)
  const all = keysUpTo(keys, currentNumber(changes))
  const at = all.findIndex(({ name }) => name === checkpoint?.origin)
  const key = all[at]
  if (checkpoint && key && isSignedBy(checkpoint, vkeysOf(key))) return { ...checkpoint, n: at + 1 }
  throw new NotaryStops('The newest checkpoint is not signed by the key of this notary: put that key back.')
}

/** Whether the notary has begun anew since a checkpoint, so that the tree need not go on from it. */
export const isLeftBehind = ({ n }: Signed, changes: readonly NotaryChange[]): boolean =>
  changes.some((change) => change.type === 'NotaryBegunAnew' && change.data.n > n)
