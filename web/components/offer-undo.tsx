import { getDefaultStore } from 'jotai'
import { offersAtom, type UndoOffer } from '#web/components/undo-offers.ts'
import { announcingAtom, loadToasts } from '#web/lib/announce.ts'
import { patient } from '#web/lib/patient.ts'

const loadNotice = patient(() => import('#web/components/undo-notice.tsx'))

/** Offers that show at once; what was deleted before them can still be found in the trash. */
const mostOffers = 3

/**
 * Shows a toast with an Undo button after a delete or a bulk change. It stays while it is read or the page is out of
 * sight, is read out as it comes, and can be reached by Tab or taken by Ctrl+Z. Announcements do not push it away.
 */
export const offerUndo = async ({ text, undo, undone = 'Undone.' }: UndoOffer): Promise<void> => {
  const store = getDefaultStore()
  store.set(announcingAtom, true)
  const [{ notifications }, { UndoNotice }] = await Promise.all([loadToasts(), loadNotice()])
  const id = crypto.randomUUID()
  const others = store.get(offersAtom)
  const shown = others.slice(-(mostOffers - 1))
  for (const old of others.filter((other) => !shown.includes(other))) notifications.hide(old)
  store.set(offersAtom, [...shown, id])
  notifications.show({
    id,
    color: 'harbour',
    autoClose: false,
    message: <UndoNotice id={id} text={text} undo={undo} undone={undone} />,
    onClose: () => store.set(offersAtom, (offers) => offers.filter((offer) => offer !== id)),
    closeButtonProps: { 'aria-label': 'Close this message' },
  })
}
