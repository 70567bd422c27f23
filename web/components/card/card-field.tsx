import { lazy, Suspense } from 'react'
import type { CardProps } from '#web/components/card/card.ts'
import { Waiting } from '#web/components/query-state.tsx'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { payment } from '#web/lib/settings.ts'

/** Each provider's own form, which loads where a card is asked for and nowhere else. */
const forms = {
  sandbox: lazy(retryingImport(() => import('#web/components/card/sandbox-card.tsx'))),
  stripe: lazy(retryingImport(() => import('#web/components/card/stripe-card.tsx'))),
  braintree: lazy(retryingImport(() => import('#web/components/card/braintree-card.tsx'))),
}

/**
 * The form for a card. Its number stays with the payment provider: the page is given a token for it, and no more (D-70).
 * `ref` is a Card.
 */
export const CardField = (props: CardProps) => {
  const Form = forms[payment().provider]
  return (
    <Suspense fallback={<Waiting label="Loading the card form" />}>
      <Form {...props} />
    </Suspense>
  )
}
