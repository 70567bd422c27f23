import { useEffect, useEffectEvent } from 'react'
import type { ConfirmationProps } from '#web/components/card/card.ts'
import { theStripe } from '#web/components/card/stripe.ts'
import { announce } from '#web/lib/announce.ts'

/** Stripe shows what the bank asks in a dialog of its own. */
const StripeConfirmation = ({ secret, onAnswered, onClose }: ConfirmationProps) => {
  const answer = useEffectEvent(onAnswered)
  const giveUp = useEffectEvent(() => {
    void announce('The payment provider cannot be reached. Please try again.', 'failure')
    onClose()
  })
  useEffect(() => {
    let gone = false
    theStripe()
      .then((stripe) => stripe.handleNextAction({ clientSecret: secret }))
      .then(
        () => gone || answer(),
        () => gone || giveUp(),
      )
    return () => {
      gone = true
    }
  }, [secret])
  return null
}

export default StripeConfirmation
