import { atom } from 'jotai'
import type { Document } from '#schemas/resources/documents.ts'

export type DocumentDialog = { kind: 'edit' | 'delete'; document: Document }

/** The dialog over the table; kept when it closes, so that it fades out with its content. */
export const dialogAtom = atom<{ dialog: DocumentDialog | null; opened: boolean }>({ dialog: null, opened: false })
