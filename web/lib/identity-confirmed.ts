import { atom, getDefaultStore } from 'jotai'

/** Ends the question for the password: true once it was given, false when the user gives up. */
type Settle = (confirmed: boolean) => void

/** The question for the password, while it is open; a dialog asks it. */
export const identityQuestionAtom = atom<{ settle: Settle } | null>(null)

let asking: Promise<boolean> | undefined

/** Asks the user for their password (D-100), once for all calls that wait for it. */
export const identityConfirmed = (): Promise<boolean> => {
  asking ??= new Promise<boolean>((resolve) => {
    const settle: Settle = (confirmed) => {
      asking = undefined
      getDefaultStore().set(identityQuestionAtom, null)
      resolve(confirmed)
    }
    getDefaultStore().set(identityQuestionAtom, { settle })
  })
  return asking
}
