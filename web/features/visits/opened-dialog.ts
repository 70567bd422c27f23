import { atom } from 'jotai'
import type { Visit } from '#schemas/resources/visits.ts'

export type VisitDialog = { kind: 'edit' | 'delete'; visit: Visit }

/** The dialog about a visit; kept when it closes, so that it fades out with its content. */
export const dialogAtom = atom<{ dialog: VisitDialog | null; opened: boolean }>({ dialog: null, opened: false })
