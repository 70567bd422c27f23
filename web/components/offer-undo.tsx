import { getDefaultStore } from 'jotai'
import { offersAtom, type UndoOffer } from '#web/components/undo-offers.ts'
import { announcingAtom, loadToasts } from '#web/lib/announce.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'

const loadNotice = retryingImport(() => import('#web/components/undo-notice.tsx'))

/** Maximum of offers on the screen; records that were deleted earlier can still be restored from the trash. */
const maxOffers = 3

/**
 * Shows a toast with an Undo button after a delete or a bulk change. It stays while it has the pointer or the focus and
 * while the page is hidden. Screen readers announce it, Tab reaches it and Ctrl+Z triggers it. Announcements do not
 * replace it.
 */
export const offerUndo = async ({ text, undo, undone = 'Undone.' }: UndoOffer): Promise<void> => {
  const store = getDefaultStore()
  store.set(announcingAtom, true)
  const [{ notifications }, { UndoNotice }] = await Promise.all([loadToasts(), loadNotice()])
  const id = crypto.randomUUID()
  const others = store.get(offersAtom)
  const shown = others.slice(-(maxOffers - 1))
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
