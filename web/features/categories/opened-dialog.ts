import { atom } from 'jotai'
import type { Category } from '#schemas/resources/categories.ts'

export type CategoryDialog = { kind: 'edit' | 'delete' | 'move'; category: Category }

/** The dialog over the tree; kept when it closes, so that it fades out with its content. */
export const dialogAtom = atom<{ dialog: CategoryDialog | null; opened: boolean }>({ dialog: null, opened: false })
