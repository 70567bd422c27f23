import { createHash } from 'node:crypto'
import type { KeptNotes } from '#api/notary/kept-notes.ts'
import { askAuthority } from '#api/notary/timestamp-authority.ts'
import type { Place } from './places.ts'

/** Asks an authority once a day when the newest note was there at the latest, and keeps its answer beside the note. */
export const atAuthority = (url: string, kept: Pick<KeptNotes, 'keep'>): Place => ({
  name: 'timestamp',
  to: new URL(url).host,
  every: 'day',
  send: async ({ note, size }) =>
    kept.keep(size, note, await askAuthority(url, createHash('sha256').update(note).digest())),
})
