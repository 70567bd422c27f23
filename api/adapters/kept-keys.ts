import type { KeyName } from './key-wrapping.ts'

/** A key as it is kept: 60 wrapped bytes; `destroyed` stands for all keys of a person, `given-up` for one that is lost. */
export type KeptKey = { name: KeyName; kept: Uint8Array | 'destroyed' | 'given-up' }

/**
 * What is noted beside keys: the `log` that they belong to (D-110), their own `id` by which that log knows them, the
 * `root` that some digests are derived from once the master key was exchanged, and why they are `refused`, in words.
 */
export type KeyNote = 'log' | 'id' | 'root' | 'refused'

/** Keys as they are kept, for whoever moves, wraps or compares them. */
export type KeptKeys = {
  where: string
  /** The id of keys that have none yet. */
  newId: () => string
  /** All keys in the order of their names, some at once. */
  batches: (size: number) => AsyncIterable<KeptKey[]>
  put: (keys: readonly KeptKey[]) => Promise<void>
  note: (name: KeyNote) => Promise<string | undefined>
  setNote: (name: 'root' | 'refused', text: string | undefined) => Promise<void>
  /** Sets a note unless it is set; answers the one that stands. */
  noteOnce: (name: 'log' | 'id', text: string) => Promise<string>
  close: () => void
}
