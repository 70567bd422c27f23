import { atom } from 'jotai'
import type { Client } from '#schemas/resources/clients.ts'

export type ClientDialog = { kind: 'edit' | 'delete'; client: Client }

/** The dialog about a client; kept when it closes, so that it fades out with its content. */
export const dialogAtom = atom<{ dialog: ClientDialog | null; opened: boolean }>({ dialog: null, opened: false })
