import { atom } from 'jotai'
import type { SiteFile } from '#schemas/resources/files.ts'

/** What a dialog over the gallery is about: one file, or those that are selected. */
export type FileDialog =
  | { kind: 'preview' | 'edit' | 'delete'; file: SiteFile }
  | { kind: 'label' | 'visit' | 'date' | 'delete-many'; files: readonly SiteFile[] }

/** The dialog over the gallery; kept when it closes, so that it fades out with its content. */
export const dialogAtom = atom<{ dialog: FileDialog | null; opened: boolean }>({ dialog: null, opened: false })
