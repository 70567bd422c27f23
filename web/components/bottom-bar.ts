import { atom } from 'jotai'

/** The bar that sticks to the lower edge of the screen; without height while it has nothing to offer. */
export const bottomBarAtom = atom<HTMLElement | null>(null)
