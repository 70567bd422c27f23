import { atom } from 'jotai'

/** Whether the session has ended: a dialog says so until the user goes to sign in again. */
export const sessionExpiredAtom = atom(false)
