import { lazy, Suspense } from 'react'
import type { ConfirmationProps } from '#web/components/card/card.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { payment } from '#web/lib/settings.ts'

/** How each provider lets the payer's bank ask. */
const questions = {
  sandbox: lazy(retryingImport(() => import('#web/features/billing/sandbox-confirmation.tsx'))),
  stripe: lazy(retryingImport(() => import('#web/features/billing/stripe-confirmation.tsx'))),
  // Its form has the bank ask before it returns a token.
  braintree: () => null,
}

/** The payer's bank asks whether they confirm a payment (3-D Secure); it begins as soon as it is rendered. */
export const BankConfirmation = (props: ConfirmationProps) => {
  const Question = questions[payment().provider]
  return (
    <Suspense>
      <Question {...props} />
    </Suspense>
  )
}
