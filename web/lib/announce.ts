import { atom, getDefaultStore } from 'jotai'
import { patient } from '#web/lib/patient.ts'
import { sessionExpiredAtom } from '#web/lib/session-expired.ts'

/** Whether there has been anything to announce: the place for announcements loads when first needed. */
export const announcingAtom = atom(false)

/** Loads what shows announcements. */
export const loadToasts = patient(() => import('@mantine/notifications'))

/** Id of the announcement that showed last. */
let shown: string | undefined

/** Tells people, sighted or not, how an action went. What was told before makes room. */
export const announce = async (message: string, tone: 'success' | 'failure' = 'success'): Promise<void> => {
  // Why everything fails now is said by a dialog of its own.
  if (tone === 'failure' && getDefaultStore().get(sessionExpiredAtom)) return
  getDefaultStore().set(announcingAtom, true)
  const { notifications } = await loadToasts()
  // What was announced before makes room; an offer to undo something stays.
  if (shown) notifications.hide(shown)
  shown = notifications.show({
    message,
    color: tone === 'success' ? 'harbour' : 'red',
    closeButtonProps: { 'aria-label': 'Close this message' },
  })
}
