import { useAtomValue } from 'jotai'
import { lazy } from 'react'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { identityQuestionAtom } from '#web/lib/identity-confirmed.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'

const ConfirmIdentityDialog = lazy(retryingImport(() => import('#web/features/account/confirm-identity-dialog.tsx')))

/** Shows the question for the password whenever a call waits for it. */
export const IdentityKeeper = () => {
  const question = useAtomValue(identityQuestionAtom)
  if (!question) return null
  const { settle } = question
  return (
    <DialogOutlet about={question}>
      <ConfirmIdentityDialog onDone={() => settle(true)} onClose={() => settle(false)} />
    </DialogOutlet>
  )
}
