import { atom } from 'jotai'
import type { Site } from '#schemas/resources/sites.ts'

export type SiteDialog = { kind: 'edit' | 'delete'; site: Site }

/** The dialog about a site; kept when it closes, so that it fades out with its content. */
export const dialogAtom = atom<{ dialog: SiteDialog | null; opened: boolean }>({ dialog: null, opened: false })
