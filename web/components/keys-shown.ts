import { atom } from 'jotai'

/** Whether the list of all keys is open; it is kept in the document once it was. */
export const keysShownAtom = atom<{ wanted: boolean; opened: boolean }>({ wanted: false, opened: false })

/** The state in which the list of all keys is open. */
export const keysShown = { wanted: true, opened: true } as const
