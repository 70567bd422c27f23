import { atom } from 'jotai'

/** Whether a session that was there is gone: a dialog says so until its reader goes to sign in again (ERR2-01). */
export const sessionExpiredAtom = atom(false)
