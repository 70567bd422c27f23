import { atom, getDefaultStore } from 'jotai'
import type { ReactNode } from 'react'
import { messageOf } from '#web/lib/api-problem.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { sessionExpiredAtom } from '#web/lib/session-expired.ts'

/** Whether anything was announced yet: the component that shows announcements loads with the first one. */
export const announcingAtom = atom(false)

/** Loads the component that shows announcements. */
export const loadToasts = retryingImport(() => import('@mantine/notifications'))

/** Neutral is what was wanted and yet ended something. */
type Tone = 'success' | 'neutral' | 'failure'
const colors: Record<Tone, string> = { success: 'harbour', neutral: 'gray', failure: 'red' }

/** Id of the latest announcement. */
let shown: string | undefined

/** Announces the outcome of an action, to screen readers too. It replaces the previous announcement. */
export const announce = async (message: ReactNode, tone: Tone = 'success'): Promise<void> => {
  // The session-expired dialog already explains the failure.
  if (tone === 'failure' && getDefaultStore().get(sessionExpiredAtom)) return
  getDefaultStore().set(announcingAtom, true)
  const { notifications } = await loadToasts()
  // A new announcement replaces the previous one; an offer to undo stays.
  if (shown) notifications.hide(shown)
  shown = notifications.show({
    message,
    color: colors[tone],
    closeButtonProps: { 'aria-label': 'Close this message' },
  })
}

/** Announces why an action failed. */
export const announceFailure = (error: unknown): Promise<void> => announce(messageOf(error), 'failure')
